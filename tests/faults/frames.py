"""A tiny game around a few lines of rules: everything that the lines do not say themselves."""

from __future__ import annotations

import re

from kirtis.language import Game, from_text
from kirtis.language.document import Block
from kirtis.language.items import _flat
from kirtis.language.parse import tree_of
from kirtis.language.places import Place

# What each part declares, its text, and the parts that it needs.
PARTS: list[tuple[str, str, tuple[str, ...]]] = [
    ("seats seats", "seats A B C D", ()),
    ("sides sides", "sides AC = A C, BD = B D", ("seats seats",)),
    ("deck deck", "deck\n  suits clubs spades hearts diamonds\n  ranks ace ten king queen jack nine", ()),
    ("order plain", "order plain = ace > ten > king > queen > jack > nine", ("deck deck",)),
    ("zone stock", "zones\n  stock seen by nobody", ()),
    ("zone hand", "zones\n  hand[s: seat] seen by v if v = s", ()),
    ("zone table", "zones\n  table[s: seat]: one seen by all", ()),
    ("zone taken", "zones\n  taken[x: side] seen by nobody", ("sides sides",)),
    ("variable dealer", "state match\n  dealer: seat = A", ()),
    ("variable score", "state match\n  score[side]: 0..99 = 0", ("sides sides",)),
    ("variable leader", "state deal\n  leader: seat? = none", ()),
    ("variable turn", "state deal\n  turn: seat? = none", ()),
    ("variable last", "state deal\n  last: seat? = none", ()),
    ("variable trump", "state deal\n  trump: suit? = none", ("deck deck",)),
    ("variable tricks", "state deal\n  tricks[side]: 0..6 = 0", ("sides sides",)),
    ("def strength", "def strength(c: card): 0..12 =\n  6 + plain(c.rank) if c.suit = trump\n  plain(c.rank) if c.suit = led.suit\n  0 otherwise", ("order plain", "variable trump", "round trick")),
    ("round trick", "round trick on table\n  leader leader\n  turn turn\n  won by strength", ("def strength", "zone table", "variable leader", "variable turn")),
    ("start start", "start hub with stock", ()),
]  # fmt: skip


def declared(text: str, kind: str = "rule") -> list[str]:
    """What a formal text declares, as ``kind name``."""
    tree = tree_of(Block(kind, text, Place("frame.md", 1)))
    block = Block(kind, text, Place("frame.md", 1))
    return [f"{i.kind} {i.name}" for one in tree.trees() if one.kind == "item" for i in _flat(one.tree(1), block)]


def framed(rule: str = "", claim: str = "", example: str = "") -> str:
    """The text of a whole game in which these lines stand."""
    mine = declared(rule)
    # Who changes the seats or the deck has his own view of what depends on them.
    gone = {key for key, _, _ in PARTS if key in mine}
    changed = {key for key in gone if key in ("seats seats", "deck deck")}
    work = list(changed)
    while work:
        one = work.pop()
        more = {key for key, _, needs in PARTS if one in needs} - changed
        changed |= more
        work += more
    parts = [text for key, text, _ in PARTS if key not in gone | changed]
    phases = [key.split()[1] for key in dict.fromkeys(mine) if key.startswith("phase ")]
    named = set(re.findall(r"\bgo (\w+)", rule)) - set(phases)
    if "start start" not in mine:
        hub = "".join(f"  act to_{p}\n    go {p}\n" for p in [*phases, *sorted(named)]) or "  act wait\n    stay\n"
        seat = next((line.split()[1] for line in rule.split("\n") if line.startswith("seats ")), "A")
        parts.append(f"phase hub by {seat}\n{hub}")
    parts += [f"phase {p} end" for p in sorted(named)]
    blocks = [("rule", "\n".join(parts)), ("rule", rule), ("claim", claim), ("example", example)]
    fences = "\n".join(f"```{{{kind}}}\n{text}\n```\n" for kind, text in blocks if text.strip())
    words = sorted(set(re.findall(r"[a-zA-Z_]\w*", "\n".join([*parts, rule]))))
    rows = "\n".join(f"| {w} | {w} | {w} |" for w in words)
    said = ":::{lt}\nTekstas.\n:::\n:::{en}\nText.\n:::\n"
    return (
        f"::::{{game}} frame\n:lt: Rėmas\n:en: Frame\n{said}::::\n\n"
        f"::::{{clause}} FRA-1\n:lt: Viskas\n:en: All\n{said}\n{fences}::::\n\n"
        f"::::{{finding}} FR-1\n:lt: F\n:en: F\n:kind: gap\n:certainty: choice\n{said}::::\n\n"
        f"::::{{words}}\n{rows}\n::::\n"
    )


def game(rule: str = "", claim: str = "", example: str = "", seats: int | None = None) -> Game:
    """The game in which these lines stand."""
    return from_text(framed(rule, claim, example), "frame.md", seats=seats)
