// What statements do. A body happens at once: every expression reads the position before the step. Only cards move one
// statement after the other. Every statement becomes, once for a game, a function of the step and a frame.

import { ChanceFault } from "./chance.js";
import { asPile, setOf } from "./expressions.js";
import { RuleFault } from "./faults.js";
import { readType } from "./types.js";

/** One body while it is carried out. */
export class Step {
  constructor(layout, position, chance) {
    Object.assign(this, { layout, old: position, chance });
    this.cards = position.cards.slice();
    this.first = new Map();
    this.written = new Map();
    this.next = null;
  }

  /** The position after the step: what was reset, then what was written. */
  done() {
    const values = this.old.values.slice();
    for (const [cell, value] of this.first) values[cell] = value;
    for (const [cell, value] of this.written) values[cell] = value;
    for (const cell of this.layout.piles) this.cards[cell] = asPile(this.cards[cell]);
    return { phase: this.next ?? this.old.phase, values, cards: this.cards };
  }
}

/** Turns the bodies of a game into functions. */
export class Statements {
  constructor(rules, layout, expressions) {
    Object.assign(this, { layout, expressions, words: layout.words });
    this.initial = rules.variables.filter((v) => v.initial !== null);
  }

  /** The function of a list of statements; a `Let` counts to its end. */
  block(body, scope) {
    const parts = [];
    for (const one of body) {
      const inner = scope.within(one.clauses);
      if (one.node === "Let") {
        const value = this.expressions.compile(one.value, inner);
        scope = scope.bind(one.name);
        const slot = scope.slot(one.name);
        parts.push((step, f) => (f[slot] = value(step.old, f)));
        continue;
      }
      const make = STATEMENTS[one.node];
      if (make === undefined) throw new Error(`this program does not know the node ${one.node}`);
      parts.push(make(this, one, inner));
    }
    return (step, f) => {
      for (const part of parts) part(step, f);
    };
  }

  /** The cell of a zone that is moved from or to. */
  place({ zone, index }, scope) {
    return this.expressions.cell(this.layout.zones.get(zone), index, scope);
  }

  /** The names bound by `each`, and a function that goes through its values; once where there is none. */
  each(each, scope) {
    if (!each) return { inner: scope, times: (f, run) => run() };
    const inner = scope.bind(each[0]);
    const slot = inner.slot(each[0]);
    const count = this.words.of(each[1]).length;
    const times = (f, run) => {
      for (f[slot] = 0; f[slot] < count; f[slot]++) run();
    };
    return { inner, times };
  }

  write(step, cell, value, scope) {
    if (step.written.has(cell)) throw new RuleFault("a variable is written to twice", scope.clauses);
    step.written.set(cell, value);
  }

  /** Lays cards into a zone, uppermost last. */
  put(step, cell, cards, scope) {
    const { kind, name } = this.layout.zoneOf[cell];
    const there = [...step.cards[cell], ...cards];
    if (kind === "one" && there.length > 1) throw new RuleFault(`${name} has room for one card only`, scope.clauses);
    step.cards[cell] = kind === "pile" ? there : setOf(there);
  }

  cellName(cell) {
    const zone = this.layout.zoneOf[cell];
    return zone.cells[cell - zone.first].name;
  }

  /** Cards of a pool for some cells, as chance has it. */
  deal(step, pool, counts) {
    const cards = this.words.of("card");
    const asked = Object.fromEntries([...counts].map(([cell, count]) => [this.cellName(cell), count]));
    const dealt = step.chance.deal(pool.map((card) => cards[card]), asked);
    if (Object.keys(dealt).length !== counts.size) throw new ChanceFault("cards are dealt to other zones than asked for");
    const left = new Set(pool);
    return [...counts].map(([cell, count]) => {
      const name = this.cellName(cell);
      const hand = (dealt[name] ?? []).map((word) => cards.indexOf(word));
      if (hand.length !== count) throw new ChanceFault(`${name} takes ${count} cards, not ${hand.length}`);
      if (!hand.every((card) => left.delete(card))) throw new ChanceFault(`${name} gets a card that is not in the pack`);
      return [cell, setOf(hand)];
    });
  }
}

/** For each kind of statement how its function is made; `Let` belongs to its block. */
export const STATEMENTS = {
  Assign(s, { name, index, value, each }, scope) {
    const { inner, times } = s.each(each, scope);
    const cell = s.expressions.cell(s.layout.variables.get(name), index, inner);
    const read = s.expressions.compile(value, inner);
    return (step, f) => times(f, () => s.write(step, cell(step.old, f), read(step.old, f), scope));
  },

  Move(s, { what, source, target }, scope) {
    const read = s.expressions.compile(what, scope);
    const [from, to] = [s.place(source, scope), s.place(target, scope)];
    return (step, f) => {
      const value = read(step.old, f);
      if (value === null) throw new RuleFault("there is no card to move", scope.clauses);
      const cards = Array.isArray(value) ? value : [value];
      const [at, goal] = [from(step.old, f), to(step.old, f)];
      const there = step.cards[at];
      const { kind, name } = s.layout.zoneOf[at];
      if (!cards.every((card) => there.includes(card))) throw new RuleFault(`a card does not lie in ${name}`, scope.clauses);
      if (kind === "pile" && cards.length && cards.length !== there.length) {
        throw new RuleFault(`only the whole pile ${name} can move`, scope.clauses);
      }
      step.cards[at] = there.filter((card) => !cards.includes(card));
      s.put(step, goal, cards, scope);
    };
  },

  MoveAll(s, { zone, index, target }, scope) {
    const to = s.place(target, scope);
    const families = zone === null ? [...s.layout.zones.values()] : [s.layout.zones.get(zone)];
    const all = families.flatMap((family) => family.cells.map((cell) => cell.number));
    const one = zone !== null && index !== null ? s.place({ zone, index }, scope) : null;
    return (step, f) => {
      const goal = to(step.old, f);
      const sources = (one ? [one(step.old, f)] : all).filter((cell) => cell !== goal);
      const cards = sources.flatMap((cell) => step.cards[cell]);
      for (const cell of sources) step.cards[cell] = [];
      s.put(step, goal, cards, scope);
    };
  },

  Fill(s, { target, size, source, each }, scope) {
    const { inner, times } = s.each(each, scope);
    const [from, to] = [s.place(source, scope), s.place(target, inner)];
    return (step, f) => {
      const at = from(step.old, f);
      const counts = new Map();
      times(f, () => {
        const cell = to(step.old, f);
        const lacking = size - step.cards[cell].length;
        if (lacking < 0) throw new RuleFault(`${s.cellName(cell)} holds more than ${size} cards`, scope.clauses);
        if (counts.has(cell) || cell === at) throw new RuleFault(`${s.cellName(cell)} is filled twice, or from itself`, scope.clauses);
        counts.set(cell, lacking);
      });
      const pool = step.cards[at];
      if ([...counts.values()].reduce((a, b) => a + b, 0) > pool.length) {
        throw new RuleFault(`${s.cellName(at)} has too few cards`, scope.clauses);
      }
      const dealt = s.deal(step, setOf(pool), counts);
      for (const [cell, cards] of dealt) s.put(step, cell, cards, scope);
      const gone = new Set(dealt.flatMap(([, cards]) => cards));
      step.cards[at] = pool.filter((card) => !gone.has(card));
    };
  },

  Draw(s, { name, index, among }, scope) {
    const variable = s.layout.variables.get(name);
    const cell = s.expressions.cell(variable, index, scope);
    const set = s.expressions.compile(among, scope);
    const values = s.words.of(readType(variable.given.type).of);
    return (step, f) => {
      const words = set(step.old, f).map((value) => values[value]);
      if (words.length === 0) throw new RuleFault("there is nothing to draw from", scope.clauses);
      const at = cell(step.old, f);
      const word = step.chance.draw(words);
      if (!words.includes(word)) throw new ChanceFault(`“${word}” cannot be drawn; there are ${words.join(", ")}`);
      s.write(step, at, values.indexOf(word), scope);
    };
  },

  Reset(s, { group }, scope) {
    const reads = s.initial
      .filter((variable) => variable.group === group)
      .map((variable) => [s.layout.variables.get(variable.name).cells, s.expressions.compile(variable.initial, scope)]);
    return (step) => {
      for (const [cells, read] of reads) {
        const value = read(step.old, []);
        for (const cell of cells) step.first.set(cell.number, value);
      }
    };
  },

  Go(s, { phase }, scope) {
    const next = s.words.of("phase").indexOf(phase);
    return (step) => {
      if (step.next !== null) throw new RuleFault("there are two next phases at once", scope.clauses);
      step.next = next;
    };
  },

  When(s, { branches }, scope) {
    const parts = branches.map(([test, body]) => [test && s.expressions.compile(test, scope), s.block(body, scope)]);
    return (step, f) => {
      for (const [test, body] of parts) {
        if (test === null || test(step.old, f)) {
          body(step, f);
          return;
        }
      }
    };
  },
};
