"""Cards from zone to zone, as Python source over the position that is being written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kirtis.language.nodes import Cards, Const, Expr, Fill, Move, MoveAll, Var, ZoneRef
from kirtis.language.types import CARDS, Enum, SetOf

if TYPE_CHECKING:
    from kirtis.play.compile.bodies import BodyCoder


class Mover:
    """Writes moves for a body."""

    def __init__(self, body: BodyCoder) -> None:
        self.body = body
        self.unit, self.game, self.layout = body.unit, body.unit.game, body.unit.layout

    # -- cells -------------------------------------------------------------------------------------------------------------

    def cell(self, ref: ZoneRef) -> tuple[str, str, str]:
        """Source for the number of a zone, the kind of the zone, and source for its uppermost card's number."""
        zone = self.game.zones[ref.zone]
        for i in ref.index:
            self.body.ready(i)
        relative = self.body.coder.offset(0, zone.index, ref.index)
        first = self.layout.first[ref.zone]
        if not relative.isdigit():
            name = self.unit.fresh()
            self.body.put(f"{name} = {first} + {relative}")
            place, top = name, f"{name} + {self.layout.tops.get(ref.zone, 0) - first}"
        else:
            place, top = str(first + int(relative)), str(self.layout.tops.get(ref.zone, 0) + int(relative))
        return place, zone.kind, top

    def cells(self, zone: str) -> list[tuple[str, str, str]]:
        """All cells of a family, as ``cell`` gives them."""
        z = self.game.zones[zone]
        first, top = self.layout.first[zone], self.layout.tops.get(zone, 0)
        return [(str(first + n), z.kind, str(top + n)) for n in range(self.game.size(z.index))]

    # -- moves -------------------------------------------------------------------------------------------------------------

    def move(self, one: Move) -> None:
        """A card or some cards, which must lie where they are taken from."""
        body, new = self.body, self.body.new
        body.ready(one.what)
        source, target = self.cell(one.source), self.cell(one.target)
        at, kind, top = source
        if isinstance(one.what.type, SetOf):
            m = self.unit.fresh()
            body.put(f"{m} = {body.coder.value(one.what)}")
            if kind == "set":
                body.put(f"if {m} & ~{new}[{at}]: doubt()")
                body.put(f"{new}[{at}] ^= {m}")
            elif kind == "one":
                body.put(f"if {m}:")
                body.put(f"    if {m} != BIT[{new}[{at}]]: doubt()")
                body.put(f"    {new}[{at}] = -1")
            else:
                body.put(f"if {m}:")
                body.put(f"    if {m} != {new}[{at}]: doubt()")
                body.put(f"    {new}[{at}] = 0; {new}[{top}] = -1")
            self.lay(target, m, None)
        else:
            c = body.coder.sure(one.what)
            if not c.isidentifier():
                name = self.unit.fresh()
                body.put(f"{name} = {c}")
                c = name
            if kind == "set":
                if not self.granted(one):
                    body.put(f"if not {new}[{at}] & BIT[{c}]: doubt()")
                body.put(f"{new}[{at}] ^= BIT[{c}]")
            elif kind == "one":
                body.put(f"if {new}[{at}] != {c}: doubt()")
                body.put(f"{new}[{at}] = -1")
            else:
                body.put(f"if {new}[{at}] != BIT[{c}]: doubt()")
                body.put(f"{new}[{at}] = 0; {new}[{top}] = -1")
            self.lay_card(target, c)
        body.wrote(one.source.zone)
        body.wrote(one.target.zone)

    def granted(self, one: Move) -> bool:
        """Whether the card lies where it is taken from, because the action needs it and nothing has been moved yet."""
        body = self.body
        if not isinstance(one.what, Var) or one.source.zone in body.written:
            return False
        there = self.unit.one(Cards(one.source.zone, one.source.index, CARDS))
        return (one.what.name, id(there)) in body.granted

    def lay_card(self, target: tuple[str, str, str], card: str) -> None:
        """One card into a zone."""
        at, kind, top = target
        new = self.body.new
        if kind == "one":
            self.body.put(f"if {new}[{at}] >= 0: doubt()")
            self.body.put(f"{new}[{at}] = {card}")
        else:
            self.body.put(f"{new}[{at}] |= BIT[{card}]")
            if kind == "pile":
                self.body.put(f"{new}[{top}] = {card}")

    def lay(self, target: tuple[str, str, str], mask: str, upper: str | None) -> None:
        """Some cards, perhaps none, into a zone; ``upper`` names the uppermost, which is the highest if nothing is said."""
        at, kind, top = target
        new, put = self.body.new, self.body.put
        if kind == "set":
            put(f"{new}[{at}] |= {mask}")
            return
        put(f"if {mask}:")
        if kind == "one":
            put(f"    if {new}[{at}] >= 0 or {mask} & ({mask} - 1): doubt()")
            put(f"    {new}[{at}] = {mask}.bit_length() - 1")
        else:
            put(f"    {new}[{at}] |= {mask}")
            put(f"    {new}[{top}] = {upper or f'{mask}.bit_length() - 1'}")

    def move_all(self, one: MoveAll) -> None:
        """Everything in a zone, a family, or everywhere."""
        body, new = self.body, self.body.new
        if one.zone is not None and one.index is not None:
            sources = [self.cell(ZoneRef(one.zone, one.index))]
        else:
            sources = [c for zone in ([one.zone] if one.zone else self.game.zones) for c in self.cells(zone)]
        target = self.cell(one.target)
        same = one.zone in (None, one.target.zone)
        if same and (not target[0].isdigit() or any(not s[0].isdigit() for s in sources)):
            body.put("doubt()")  # a cell that may be its own source: left to the evaluator
            return
        sources = [s for s in sources if s[0] != target[0]]
        zones = list(self.game.zones) if one.zone is None else [one.zone, one.target.zone]
        if one.zone is None and target[1] == "set":
            # Every card lies somewhere, so they all lie in the target now.
            first = min(self.layout.first[z] for z in self.game.zones)
            values = [-1 if z.kind == "one" else 0 for z in self.game.zones.values() for _ in range(self.game.size(z.index))]
            values += [-1] * (self.layout.tape - first - len(values))
            values[int(target[0]) - first] = (1 << len(self.game.enums["card"])) - 1
            body.put(f"{new}[{first}:{self.layout.tape}] = {self.unit.constant(tuple(values))}")
        else:
            self.gather(sources, target)
        for zone in zones:
            body.wrote(zone)

    def gather(self, sources: list[tuple[str, str, str]], target: tuple[str, str, str]) -> None:
        """The cards of several zones into one."""
        new, put, m = self.body.new, self.body.put, self.unit.fresh()
        upper = self.unit.fresh() if target[1] == "pile" else None
        cards = " | ".join(f"BIT[{new}[{at}]]" if kind == "one" else f"{new}[{at}]" for at, kind, _ in sources) or "0"
        put(f"{m} = {cards}")
        for at, kind, top in sources:
            if upper is not None:
                uppermost = {"one": f"{new}[{at}]", "pile": f"{new}[{top}]"}.get(kind, f"{new}[{at}].bit_length() - 1")
                put(f"if {new}[{at}]{' >= 0' if kind == 'one' else ''}: {upper} = {uppermost}")
            put(f"{new}[{at}] = {'-1' if kind == 'one' else '0'}")
            if kind == "pile":
                put(f"{new}[{top}] = -1")
        self.lay(target, m, upper)

    def fill(self, one: Fill) -> None:
        """Cards by chance; the numbers of the zones go to the function that deals."""
        body = self.body
        source = self.cell(one.source)
        targets = []
        for index in self.indices(one):
            for i in index:
                body.ready(i)
            targets.append(self.cell(ZoneRef(one.target.zone, index)))
        cells = [at for at, kind, _ in [*targets, source] if kind == "set" and at.isdigit()]
        if len(set(cells)) == len(targets) + 1:
            body.put(f"deal_sets({body.new}, {source[0]}, ({', '.join(cells[:-1])},), {one.size}, X)")
            body.wrote(one.source.zone)
            body.wrote(one.target.zone)
            return
        places = "".join(f"({at}, {kind!r}, {top}), " for at, kind, top in targets)
        body.put(f"deal({body.new}, {source[0]}, {source[1]!r}, {source[2]}, ({places}), {one.size}, X)")
        body.wrote(one.source.zone)
        body.wrote(one.target.zone)

    def indices(self, one: Fill) -> list[tuple[Expr, ...]]:
        """The index of each zone that a fill deals to."""
        if one.each is None:
            return [one.target.index]
        name, kind = one.each
        assert isinstance(kind, Enum)
        each = range(len(self.game.enums[kind.name]))
        return [tuple(self.body.fold(i, {name: Const(n, kind)}) for i in one.target.index) for n in each]
