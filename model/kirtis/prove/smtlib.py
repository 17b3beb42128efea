"""Terms as SMT-LIB 2 text, and what they are made of."""

from __future__ import annotations

from collections.abc import Iterable

from kirtis.prove.terms import Term


def reachable(roots: Iterable[Term]) -> list[Term]:
    """Every term that these are built of, children first."""
    seen: dict[int, Term] = {}
    stack = list(roots)
    while stack:
        one = stack.pop()
        if one.id not in seen:
            seen[one.id] = one
            stack.extend(a for a in one.args if isinstance(a, Term))
    return [seen[k] for k in sorted(seen)]


def symbols(roots: Iterable[Term]) -> list[Term]:
    """The unknowns in these terms, in a fixed order."""
    return sorted((t for t in reachable(roots) if t.op == "variable"), key=lambda t: str(t.args[0]))


def text_of(term: Term) -> str:
    """A term in full, nothing shared: for people and small terms."""
    return _text(term, {})


def _leaf(term: Term) -> str | None:
    if term.op in ("true", "false"):
        return term.op
    if term.op == "number":
        value = term.args[0]
        return str(value) if isinstance(value, int) and value >= 0 else f"(- {-value})"  # type: ignore[operator]
    if term.op == "variable":
        return f"|{term.args[0]}|"
    return None


def _text(term: Term, named: dict[int, str]) -> str:
    leaf = _leaf(term)
    if leaf is not None:
        return leaf
    return f"({term.op} {' '.join(named.get(a.id) or _text(a, named) for a in term.args)})"  # type: ignore[attr-defined, arg-type]


def script(assertions: list[tuple[str, Term]], word: str = "d") -> str:
    """SMT-LIB 2 text: declarations, shared parts by name (``word`` and a number), each assertion under its comment; without ``check-sat``."""
    roots = [t for _, t in assertions]
    nodes = reachable(roots)
    uses: dict[int, int] = {}
    for node in nodes:
        for a in node.args:
            if isinstance(a, Term):
                uses[a.id] = uses.get(a.id, 0) + 1
    lines = [
        f"(declare-const {_leaf(t)} {t.sort})"
        for t in sorted((n for n in nodes if n.op == "variable"), key=lambda t: str(t.args[0]))
    ]
    texts: dict[int, str] = {}
    shared = 0
    for node in nodes:
        leaf = _leaf(node)
        if leaf is None:
            leaf = f"({node.op} {' '.join([texts[a.id] for a in node.args])})"  # type: ignore[attr-defined]
            if uses.get(node.id, 0) > 1 and len(leaf) > 24:
                name = f"{word}{shared}"
                shared += 1
                lines.append(f"(define-fun {name} () {node.sort} {leaf})")
                leaf = name
        texts[node.id] = leaf
    for comment, term in assertions:
        if comment:
            lines.append(f"; {comment}")
        lines.append(f"(assert {texts[term.id]})")
    return "\n".join(lines) + "\n"


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
                inner = [a for a in one.args if isinstance(a, Term)]
                out += [one.op, len(inner), *(str(a) for a in one.args if not isinstance(a, Term))]
                stack += reversed(inner)
        out.append("end")
    return tuple(out)
