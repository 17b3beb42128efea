// What each seat may see, from the sights of the rules and from nothing else.

import { Scope } from "./expressions.js";
import { WordFault } from "./faults.js";
import { nested } from "./positions.js";

export class Sights {
  constructor(game) {
    this.game = game;
    const families = [...game.layout.variables.values(), ...game.layout.zones.values()];
    this.tests = new Map(families.map((family) => [family.name, this.test(family.given)]));
  }

  /** Whether a seat sees a cell: a function of the position, the seat, and the index of the cell. */
  test({ sight, clauses }) {
    const { viewer, names, when } = sight;
    if (when.node === "Const") return () => when.value;
    const scope = [...names, viewer].reduce((s, name) => (name === "" ? s : s.bind(name)), new Scope().within(clauses));
    const holds = this.game.expressions.compile(when, scope);
    return (position, seat, index) => {
      const frame = [];
      names.forEach((name, i) => {
        if (name !== "") frame[scope.slot(name)] = index[i];
      });
      frame[scope.slot(viewer)] = seat;
      return holds(position, frame);
    };
  }

  /** The view of a seat, as docs/reference/protocol.md has it. Throws WordFault for a seat that there is not. */
  view(position, seat) {
    const { layout, words, seats } = this.game;
    const viewer = seats.indexOf(seat);
    if (viewer < 0) throw new WordFault(`there is no seat “${seat}”`);
    const sees = (family, cell) => this.tests.get(family.name)(position, viewer, cell.index);
    const variables = {};
    const hidden = [];
    for (const [name, family] of layout.variables) {
      const seen = family.cells.filter((cell) => sees(family, cell));
      if (seen.length < family.cells.length) hidden.push(name);
      if (seen.length || family.sizes.length) {
        variables[name] = nested(seen, (cell) => words.json(family.type, position.values[cell.number]));
      }
    }
    const zones = {};
    const sizes = {};
    for (const [name, family] of layout.zones) {
      const shown = (cell) => position.cards[cell.number].map((card) => words.of("card")[card]);
      zones[name] = nested(family.cells, (cell) => (sees(family, cell) ? shown(cell) : null));
      sizes[name] = nested(family.cells, (cell) => position.cards[cell.number].length);
    }
    const { game } = this;
    return { seat, phase: game.phaseName(position), actor: game.actor(position), variables, hidden, zones, sizes };
  }
}
