"""The book on paper: the pages of the built site, bound into volumes in one language or both, as tagged PDF."""
