"""Plays the rules: states, legal actions, views, records."""
