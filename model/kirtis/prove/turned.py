"""What is one another turned: what is shown of one is shown of all.

Rules treat the legs of a table, or the seats, alike, or nearly so. Where a turn, I to II, II to III and so on back to I, makes of what is known
nothing but what is known, a proof of one goal is a proof of what the turn makes of it: turn the proof.

The turn is a renaming of unknowns. What a formula becomes is compared with what is there, so that nothing has to be believed of the rules.
What is known that does not turn into something known is left out; what cannot be shown without it is asked one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from kirtis.prove.symbolic import Assumption
from kirtis.prove.terms import Term, exactly_one, made, unknown


class Turn:
    """The renaming that makes of each of some unknowns the next one, by the one word in which their names differ."""

    def __init__(self, around: Sequence[Term]) -> None:
        self.around, self.done = around, dict[int, Term | None]()
        self.name = _renaming([str(one.args[0]) if one.op == "variable" else "" for one in around])

    @property
    def possible(self) -> bool:
        """Whether each of the unknowns becomes the next one."""
        if self.name is None or not self.around:
            return False
        return all(self.of(a) is b for a, b in zip(self.around, (*self.around[1:], self.around[0]), strict=True))

    def of(self, term: Term) -> Term | None:
        """What a formula becomes; None where that is nothing that was ever said.

        Nothing is made, so that the order of what is made later stays as it is.
        """
        stack = [term]
        while stack:
            one = stack[-1]
            open_ = [a for a in one.inner if a.id not in self.done]
            if open_:
                stack += open_
            else:
                self.done[stack.pop().id] = self._of(one)
        return self.done[term.id]

    def _of(self, one: Term) -> Term | None:
        if one.op == "variable":
            assert self.name is not None
            return unknown(self.name(str(one.args[0])), one.sort)
        if not one.inner:
            return one
        args = [a for a in map(self.done.get, (i.id for i in one.inner)) if a is not None]
        return made(one.op, args, one.sort) if len(args) == len(one.inner) else None

    def kept(self, known: Iterable[Assumption]) -> list[Assumption]:
        """Of what is known that which becomes something that is kept too."""
        kept = list(known)
        becomes = {a.term.id: self.of(a.term) for a in kept}
        while True:
            there = {a.term.id for a in kept}
            rest = [a for a in kept if (b := becomes[a.term.id]) is not None and b.id in there]
            if len(rest) == len(kept):
                return kept
            kept = rest

    def firsts(self, goals: Iterable[Term]) -> list[Term] | None:
        """Goals that become all the others; None where one becomes something else."""
        there = {goal.id: goal for goal in goals}
        firsts: list[Term] = []
        seen: set[int] = set()
        for goal in there.values():
            if goal.id not in seen:
                firsts.append(goal)
            one: Term | None = goal
            while one is not None and one.id not in seen:
                seen.add(one.id)
                one = self.of(one)
                if one is None or one.id not in there:
                    return None
        return firsts


def alike(cases: Sequence[Term], goals: Sequence[Term], known: Iterable[Assumption]) -> list[Assumption] | None:
    """Where the goals stay what they are and these cases, of which just one holds, turn into one another: what is known that turns."""
    known, turn = list(known), Turn(cases)
    if not turn.possible or turn.firsts(goals) != list(goals):
        return None
    every = exactly_one(list(cases))
    return turn.kept(known) if any(a.term is every for a in known) else None


def _renaming(names: Sequence[str]) -> Callable[[str], str] | None:
    words = [name.rpartition(" = ")[2] for name in names]
    if not all(words) or len(set(words)) < len(words) or len({name.rpartition(" = ")[0] for name in names}) > 1:
        return None
    after = dict(zip(words, (*words[1:], *words[:1]), strict=True))
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})(?!\w)")
    return lambda name: pattern.sub(lambda found: after[found[0]], name)
