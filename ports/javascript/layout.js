// Where everything of a position stands. A position is { phase, values, cards }: the index of the phase, the value of
// every cell of every variable, the cards of every cell of every zone. It is never changed; a step makes another.

import { readType } from "./types.js";

export class Layout {
  constructor(rules, words) {
    this.words = words;
    this.variables = this.families(rules.variables);
    this.zones = this.families(rules.zones);
    for (const variable of this.variables.values()) variable.type = readType(variable.given.type);
    /** The zone that each cell of cards belongs to. */
    this.zoneOf = [...this.zones.values()].flatMap((zone) => zone.cells.map(() => zone));
    /** The cells that are piles. */
    this.piles = [...this.zoneOf.keys()].filter((cell) => this.zoneOf[cell].kind === "pile");
  }

  /** Each family with the number of its first cell, its sizes, and its cells in the order of its indices. */
  families(list) {
    const found = new Map();
    let first = 0;
    for (const given of list) {
      const sizes = given.index.map((name) => this.words.of(name).length);
      const cells = product(sizes.map((size) => [...Array(size).keys()])).map((index, i) => {
        const path = index.map((value, k) => this.words.of(given.index[k])[value]);
        return { number: first + i, index, path, name: path.length ? `${given.name}[${path.join(", ")}]` : given.name };
      });
      found.set(given.name, { name: given.name, given, kind: given.kind, first, sizes, cells });
      first += cells.length;
    }
    return found;
  }
}

/** Every choice of one value from each list, the last list changing fastest. */
export function product(lists) {
  return lists.reduce((done, list) => done.flatMap((one) => list.map((value) => [...one, value])), [[]]);
}
