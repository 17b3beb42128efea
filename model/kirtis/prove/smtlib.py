"""Terms as SMT-LIB 2 text, and what they are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

from kirtis.prove.terms import Term


def reachable(roots: Iterable[Term]) -> list[Term]:
    """Every term that these are built of, children first."""
    return _used(roots)[0]


def _used(roots: Iterable[Term]) -> tuple[list[Term], dict[int, int]]:
    """Every term that these are built of, children first, and in how many places each of them stands, by its number."""
    found = list({one.id: one for one in roots}.values())
    uses = dict.fromkeys([one.id for one in found], 0)
    stack = list(found)
    while stack:
        for a in stack.pop().inner:
            if a.id in uses:
                uses[a.id] += 1
            else:
                uses[a.id] = 1
                found.append(a)
                stack.append(a)
    found.sort(key=attrgetter("id"))
    return found, uses


def symbols(roots: Iterable[Term]) -> list[Term]:
    """The unknowns in these terms, in a fixed order."""
    return sorted((t for t in reachable(roots) if t.op == "variable"), key=lambda t: str(t.args[0]))


def text_of(term: Term) -> str:
    """A term in full, nothing shared: for people and small terms."""
    return f"({term.op} {' '.join(map(text_of, term.inner))})" if term.inner else _leaf(term)


def _leaf(term: Term) -> str:
    if term.op == "variable":
        return f"|{term.args[0]}|"
    if term.op == "number":
        value = term.args[0]
        return str(value) if isinstance(value, int) and value >= 0 else f"(- {-value})"  # type: ignore[operator]
    return term.op


def script(assertions: Sequence[tuple[str, Term]], word: str = "d") -> str:
    """SMT-LIB 2 text: declarations, shared parts by name (``word`` and a number), each assertion under its comment; without ``check-sat``."""
    named, said = written([t for _, t in assertions], word)
    for (comment, _), one in zip(assertions, said, strict=True):
        if comment:
            named.append(f"; {comment}")
        named.append(one)
    return "\n".join(named) + "\n"


def written(roots: Sequence[Term], word: str = "d") -> tuple[list[str], list[str]]:
    """SMT-LIB 2 lines: those that declare unknowns and name shared parts, and one for each of these that asserts it."""
    nodes, uses = _used(roots)
    lines = [
        f"(declare-const {_leaf(t)} {t.sort})"
        for t in sorted((n for n in nodes if n.op == "variable"), key=lambda t: str(t.args[0]))
    ]
    texts: dict[int, str] = {}
    shared = 0
    for node in nodes:
        if node.inner:
            text = f"({node.op} {' '.join([texts[a.id] for a in node.inner])})"
            if uses[node.id] > 1 and len(text) > 24:
                name = f"{word}{shared}"
                shared += 1
                lines.append(f"(define-fun {name} () {node.sort} {text})")
                text = name
        else:
            text = _leaf(node)
        texts[node.id] = text
    return lines, [f"(assert {texts[one.id]})" for one in roots]


def shape(terms: Iterable[Term]) -> tuple[object, ...]:
    """What terms say, whatever their unknowns are called: terms of one shape are equal but for the names, and so alike satisfiable."""
    numbers: dict[int, int] = {}
    out: list[object] = []
    for root in terms:
        stack = [root]
        while stack:
            one = stack.pop()
            if one.id in numbers:
                out.append(numbers[one.id])
                continue
            numbers[one.id] = len(numbers)
            if one.op == "variable":
                out.append(one.sort)
            else:
                out += [one.op, len(one.inner), *(() if one.inner else map(str, one.args))]
                stack += reversed(one.inner)
        out.append("end")
    return tuple(out)
