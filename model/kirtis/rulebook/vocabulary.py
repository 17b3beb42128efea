"""What the book calls results, the kinds of findings, and how sure their readings are."""

from __future__ import annotations

KINDS: dict[str, tuple[str, str]] = {
    "error": ("klaida", "error"),
    "gap": ("spraga", "gap"),
    "ambiguous": ("dviprasmybė", "ambiguity"),
}
"""What is wrong with the source at a place."""

CERTAINTIES: dict[str, tuple[str, str]] = {
    "certain": ("skaitymas tikras", "the reading is certain"),
    "strong": ("skaitymas tvirtas", "the reading is strong"),
    "relative": ("skaitoma pagal giminingus žaidimus", "read as in related games"),
    "choice": ("skaitymas pasirinktas", "the reading is a choice"),
}
"""How sure the reading by default is: decided by arithmetic or grammar; by the text elsewhere; by a related game; by nothing."""

STEPWISE = ("žingsnis po žingsnio", "step by step")
"""What leads to a deal that one can go through, where it has no title of its own."""

MEANINGS: dict[str, tuple[str, str]] = {
    "proved": (
        "Sprendiklis įrodė, kad prieštaraujančios padėties nėra. Skaičius sako, kiek tokių klausimų apie punktą užduota.",
        "The solver has proved that no position contradicts it. The number tells how many such questions were asked about the clause.",
    ),
    "refuted": (
        "Rasta padėtis, kurioje teiginys neteisingas. Ji parodoma kuo paprastesnė: kortos, veiksmas ir kas po jo nebegalioja.",
        "There is a position in which the statement fails. It is shown as simply as possible: the cards, what is done, and what then fails.",
    ),
    "unknown": (
        "Sprendiklis išnaudojo savo žingsnius ir neatsakė. Tai nėra „turbūt taip“: mes nežinome.",
        "The solver used up its steps and gave no answer. This does not mean “probably”: we do not know.",
    ),
    "not found": (
        "Pavyzdžio ieškota atsitiktinėse partijose ir nerasta. Tai nereiškia, kad jo nėra.",
        "An example was looked for in random matches and not found. That does not mean that there is none.",
    ),
    "resting": (
        "Pats teiginys įrodytas, bet remiasi kitu, kuris neįrodytas.",
        "The statement itself is proved, but rests on another that is not.",
    ),
    "not run": ("Dar neklausta, arba nuo to laiko pasikeitė taisyklės.", "Not asked yet, or the rules have changed since."),
}
"""What each word for a result means."""
