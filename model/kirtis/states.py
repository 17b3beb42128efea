"""What may have become of an obligation, a statement or a clause: the words of every report and of the book, in both languages."""

STATES: dict[str, tuple[str, str]] = {
    "disputed": ("sprendikliai nesutaria", "the solvers disagree"),
    "refuted": ("paneigta", "refuted"),
    "unconfirmed": ("antras sprendiklis neatsakė", "no answer from the second solver"),
    "unknown": ("neišspręsta", "unknown"),
    "not found": ("pavyzdys nerastas", "no example found"),
    "resting": ("remiasi neįrodytu", "rests on what is not proved"),
    "not run": ("netikrinta", "not run"),
    "if": ("įrodyta, jei galioja netikrinti", "proved, if what was not run holds"),
    "proved": ("įrodyta", "proved"),
}
"""The worst first: what a sum of several is called. ``if``: asked about alone, what it rests on was not run."""
