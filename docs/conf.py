"""The book: one site, two languages, made from the rulebooks in spec/ and proofs/."""

from pathlib import Path

HERE = Path(__file__).resolve().parent

project = "Kirtis"
author = "The Kirtis maintainers"
copyright = "2026 Kirtis"
language = "lt"
# Absolute, for Sphinx looks for sphinx.js from where it was called.
locale_dirs = [str(HERE / "locales")]

extensions = ["myst_parser", "kirtis.rulebook"]
exclude_patterns = ["locales", "_*", "guides/house-rules", "guides/new-game/*.md"]
# spec/*.md and proofs/*.md here are stubs that include the real files; tests/test_book.py counts them.
myst_enable_extensions = ["colon_fence", "attrs_block", "attrs_inline", "deflist"]
# The order of the games, in every list and in the sidebar alike.
kirtis_order = ["kiksas", "trikiksis", "ozka", "karavas", "karavas-mainai", "sesiasdesimt-sesi", "astuonkojis"]
nitpicky = True
# The texts hold their own quotation marks, and they differ by language.
smartquotes = False
highlight_language = "none"

html_theme = "furo"
html_title = "Kirtis"
html_static_path = ["_static"]
html_favicon = "_static/kirtis.svg"
html_search_language = "lt"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
# Our own lists of clauses, findings and sentences say more.
html_use_index = False
html_theme_options = {
    "top_of_page_buttons": [],
    "light_css_variables": {
        "font-stack": 'Georgia, "Noto Serif", "Liberation Serif", "DejaVu Serif", serif',
        "font-stack--headings": 'Georgia, "Noto Serif", "Liberation Serif", "DejaVu Serif", serif',
        "font-stack--monospace": 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace',
        "color-brand-primary": "#14603a",
        "color-brand-content": "#14603a",
        "color-brand-visited": "#14603a",
        "color-background-primary": "#fdfcf8",
        "color-background-secondary": "#f7f5ee",
        "color-background-border": "#e4dfd3",
        "color-foreground-primary": "#1b1a17",
        "color-foreground-secondary": "#57544b",
        "color-foreground-muted": "#6b675d",
        "color-highlight-on-target": "#fdf3c7",
        "color-inline-code-background": "#f5f2ea",
    },
    "dark_css_variables": {
        "color-brand-primary": "#6fd3a0",
        "color-brand-content": "#6fd3a0",
        "color-brand-visited": "#6fd3a0",
        "color-background-primary": "#17191c",
        "color-background-secondary": "#1c1f23",
        "color-background-border": "#33373d",
        "color-foreground-primary": "#e6e3da",
        "color-foreground-secondary": "#b4b6b9",
        "color-foreground-muted": "#9a9ea4",
        "color-highlight-on-target": "#3d3a1d",
        "color-inline-code-background": "#23262b",
    },
}
