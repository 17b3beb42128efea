// What expressions mean. Every node becomes, once for a game, a function of a position and a frame: the frame is an
// array that holds the values of the bound names. See docs/reference/rules-json.md for each node.

import { RuleFault } from "./faults.js";
import { readType } from "./types.js";

/** The names bound at a place of the rules, each with its slot in the frame, and the clauses that the place belongs to. */
export class Scope {
  constructor(frame = { size: 0 }, slots = new Map(), clauses = []) {
    Object.assign(this, { frame, slots, clauses });
  }

  /** The same with one more name, in a slot of its own; a name bound again hides the other. */
  bind(name) {
    return new Scope(this.frame, new Map(this.slots).set(name, this.frame.size++), this.clauses);
  }

  /** The same in other clauses, where there are others. */
  within(clauses) {
    return clauses ? new Scope(this.frame, this.slots, clauses) : this;
  }

  slot(name) {
    return this.slots.get(name);
  }
}

const ORDER = {
  "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
};
const ARITH = {
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, min: Math.min, max: Math.max,
};

/** A set in its order, each member once. */
export const setOf = (values) => [...new Set(values)].sort((a, b) => a - b);

/** The cards of a pile: the uppermost last, and of the others nobody knows the order. */
export const asPile = (cards) => (cards.length < 3 ? cards : [...setOf(cards.slice(0, -1)), cards.at(-1)]);

/** A function of one member of a set, which stands in a slot of the frame while `read` reads it. */
const bound = (slot, read) => (p, f) => (one) => {
  f[slot] = one;
  return read(p, f);
};

const same = (a, b) =>
  a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => one === b[i]));

/** Turns the expressions of a game, with its options settled, into functions. */
export class Expressions {
  constructor(rules, layout, options) {
    Object.assign(this, { layout, options, words: layout.words });
    this.maps = new Map(rules.maps.map((map) => [map.name, map.values]));
    this.definitions = new Map(rules.definitions.map((given) => [given.name, new Definition(this, given)]));
  }

  /** The function of one node. */
  compile(node, scope) {
    const make = NODES[node.node];
    if (make === undefined) throw new Error(`this program does not know the node ${node.node}`);
    return make(this, node, scope.within(node.clauses));
  }

  compileAll(nodes, scope) {
    return nodes.map((node) => this.compile(node, scope));
  }

  /** An expression that must not be none. */
  number(node, scope) {
    const read = this.compile(node, scope);
    const { clauses } = scope.within(node.clauses);
    return (p, f) => {
      const value = read(p, f);
      if (value === null) throw new RuleFault("this has no value yet", clauses);
      return value;
    };
  }

  /** The number of the cell of a family that an index points to. */
  cell(family, index, scope) {
    const reads = index.map((node) => this.number(node, scope));
    const { first, sizes } = family;
    if (reads.length === 0) return () => first;
    if (reads.length === 1) return (p, f) => first + reads[0](p, f);
    return (p, f) => first + reads.reduce((at, read, k) => at * sizes[k] + read(p, f), 0);
  }

  /** Goes through a set: the names inside, the slot of the variable, the set, and a test of one member. */
  through(node, test, scope) {
    const among = this.compile(node.among, scope);
    const inner = scope.bind(node.var);
    const slot = inner.slot(node.var);
    const holds = bound(slot, this.compile(test, inner));
    return { inner, slot, among, holds };
  }

  /** The members of a set that satisfy `where`. */
  members(node, scope) {
    const { inner, slot, among, holds } = this.through(node, node.where, scope);
    return { inner, slot, find: (p, f) => among(p, f).filter(holds(p, f)) };
  }
}

/** A definition; what it gives is kept by its arguments: for good where it reads nothing of the position, else for one position. */
class Definition {
  constructor(expressions, given) {
    Object.assign(this, { expressions, given });
    this.types = given.params.map(([, word]) => readType(word));
    this.type = readType(given.type);
    this.kept = new Map();
    this.position = null;
  }

  /** Made when it is first needed, for definitions use each other in any order. */
  prepare() {
    const { given, expressions } = this;
    const scope = given.params.reduce((s, [name]) => s.bind(name), new Scope().within(given.clauses));
    this.body = expressions.compile(given.body, scope);
    this.size = scope.frame.size;
    this.steady = !this.readsPosition();
    // Arguments become one number: how many values each has, and where its values begin.
    this.radix = this.types.map((type) => expressions.words.count(type) + 1);
    this.offset = this.types.map((type) => 1 - (type.kind === "number" ? type.low : 0));
    this.keeps = this.radix.reduce((a, b) => a * b, 1) < Number.MAX_SAFE_INTEGER;
  }

  readsPosition() {
    if (this.reads === undefined) {
      this.reads = false;
      this.reads = nodesIn(this.given.body).some((node) =>
        node.node === "Call" ? this.expressions.definitions.get(node.name).readsPosition() : READING.has(node.node));
    }
    return this.reads;
  }

  value(position, args) {
    if (this.body === undefined) this.prepare();
    if (!this.keeps) return this.make(position, args);
    if (!this.steady && this.position !== position) {
      this.position = position;
      this.kept.clear();
    }
    let key = 0;
    for (let i = 0; i < args.length; i++) {
      key = key * this.radix[i] + (args[i] === null ? 0 : Number(args[i]) + this.offset[i]);
    }
    let value = this.kept.get(key);
    if (value === undefined) {
      value = this.make(position, args);
      this.kept.set(key, value);
    }
    return value;
  }

  make(position, args) {
    const frame = new Array(this.size);
    args.forEach((value, i) => (frame[i] = value));
    return this.body(position, frame);
  }
}

const READING = new Set(["Cell", "Cards", "Family", "Top", "PhaseNow"]);

/** Every node within a part of the rules. */
export function nodesIn(part) {
  if (part === null || typeof part !== "object") return [];
  const below = Object.values(part).flatMap(nodesIn);
  return part.node === undefined ? below : [part, ...below];
}

/** For each kind of node how its function is made. */
export const NODES = {
  Const: (x, { value }) => () => value,

  Var(x, { name }, scope) {
    const slot = scope.slot(name);
    return (p, f) => f[slot];
  },

  PhaseNow: () => (p) => p.phase,

  OptionValue(x, { name }) {
    const value = x.options[name];
    return () => value;
  },

  Cell(x, { name, index }, scope) {
    const cell = x.cell(x.layout.variables.get(name), index, scope);
    return (p, f) => p.values[cell(p, f)];
  },

  Cards(x, { zone, index }, scope) {
    const family = x.layout.zones.get(zone);
    const cell = x.cell(family, index, scope);
    if (family.kind === "one") return (p, f) => p.cards[cell(p, f)][0] ?? null;
    if (family.kind === "pile") return (p, f) => setOf(p.cards[cell(p, f)]);
    return (p, f) => p.cards[cell(p, f)];
  },

  Family(x, { zone }) {
    const { first, cells } = x.layout.zones.get(zone);
    return (p) => setOf(p.cards.slice(first, first + cells.length).flat());
  },

  Top(x, { zone, index }, scope) {
    const cell = x.cell(x.layout.zones.get(zone), index, scope);
    return (p, f) => p.cards[cell(p, f)].at(-1) ?? null;
  },

  Whole(x, { type }) {
    const all = x.words.of(readType(type).of).map((_, i) => i);
    return () => all;
  },

  Call(x, { name, args }, scope) {
    const definition = x.definitions.get(name);
    const reads = x.compileAll(args, scope);
    // The two usual cases by themselves: no other line is passed so often.
    if (reads.length === 0) return (p) => definition.value(p, []);
    if (reads.length === 1) return (p, f) => definition.value(p, [reads[0](p, f)]);
    return (p, f) => definition.value(p, reads.map((read) => read(p, f)));
  },

  Lookup(x, { map, arg }, scope) {
    const values = x.maps.get(map);
    const read = x.compile(arg, scope);
    return (p, f) => {
      const at = read(p, f);
      return at === null ? null : values[at];
    };
  },

  Sure(x, { of }, scope) {
    const read = x.compile(of, scope);
    return (p, f) => {
      const value = read(p, f);
      if (value === null) throw new RuleFault("this is none here", scope.clauses);
      return value;
    };
  },

  Fit(x, { of, type }, scope) {
    const read = x.compile(of, scope);
    const wanted = readType(type);
    return (p, f) => {
      const value = read(p, f);
      if (value === null ? !wanted.maybe : wanted.kind === "number" && (value < wanted.low || value > wanted.high)) {
        throw new RuleFault(`${value === null ? "none" : value} is not in ${type}`, scope.clauses);
      }
      return value;
    };
  },

  Stuck: (x, { table }, scope) => () => {
    throw new RuleFault(`no row of the table ${table} fits`, scope.clauses);
  },

  Was: () => () => {
    throw new RuleFault("there was no step before");
  },

  Compare(x, { op, left, right }, scope) {
    if (op in ORDER) {
      const [test, a, b] = [ORDER[op], x.number(left, scope), x.number(right, scope)];
      return (p, f) => test(a(p, f), b(p, f));
    }
    const [a, b] = x.compileAll([left, right], scope);
    return op === "=" ? (p, f) => same(a(p, f), b(p, f)) : (p, f) => !same(a(p, f), b(p, f));
  },

  Member(x, { of, among }, scope) {
    const [value, set] = x.compileAll([of, among], scope);
    return (p, f) => {
      const one = value(p, f);
      return set(p, f).includes(one);
    };
  },

  And(x, { items }, scope) {
    const tests = x.compileAll(items, scope);
    return (p, f) => tests.every((test) => test(p, f));
  },

  Or(x, { items }, scope) {
    const tests = x.compileAll(items, scope);
    return (p, f) => tests.some((test) => test(p, f));
  },

  Not(x, { of }, scope) {
    const test = x.compile(of, scope);
    return (p, f) => !test(p, f);
  },

  Implies(x, { left, right }, scope) {
    const [a, b] = x.compileAll([left, right], scope);
    return (p, f) => !a(p, f) || b(p, f);
  },

  If(x, { test, then, other }, scope) {
    const [t, a, b] = x.compileAll([test, then, other], scope);
    return (p, f) => (t(p, f) ? a(p, f) : b(p, f));
  },

  Arith(x, { op, left, right }, scope) {
    const [count, a, b] = [ARITH[op], x.number(left, scope), x.number(right, scope)];
    return (p, f) => count(a(p, f), b(p, f));
  },

  SetJoin(x, { op, left, right }, scope) {
    const [a, b] = x.compileAll([left, right], scope);
    if (op === "+") return (p, f) => setOf([...a(p, f), ...b(p, f)]);
    return (p, f) => {
      const [from, less] = [a(p, f), b(p, f)];
      return from.filter((one) => !less.includes(one));
    };
  },

  SetLiteral(x, { items }, scope) {
    const reads = items.map((item) => x.number(item, scope));
    return (p, f) => setOf(reads.map((read) => read(p, f)));
  },

  FirstOf(x, { items }, scope) {
    const sets = x.compileAll(items, scope);
    return (p, f) => {
      for (const set of sets.slice(0, -1)) {
        const found = set(p, f);
        if (found.length) return found;
      }
      return sets.at(-1)(p, f);
    };
  },

  Narrow(x, { var: name, among, steps }, scope) {
    const first = x.compile(among, scope);
    const inner = scope.bind(name);
    const slot = inner.slot(name);
    const duties = steps.map(([when, meets]) => [x.compile(when, scope), bound(slot, x.compile(meets, inner))]);
    return (p, f) => {
      let now = first(p, f);
      for (const [when, meets] of duties) {
        if (!when(p, f)) continue;
        const left = now.filter(meets(p, f));
        if (left.length) now = left;
      }
      return now;
    };
  },

  Every(x, node, scope) {
    const { among, holds } = x.through(node, node.body, scope);
    return (p, f) => among(p, f).every(holds(p, f));
  },

  Some(x, node, scope) {
    const { among, holds } = x.through(node, node.body, scope);
    return (p, f) => among(p, f).some(holds(p, f));
  },

  Count(x, node, scope) {
    const { find } = x.members(node, scope);
    return (p, f) => find(p, f).length;
  },

  Sum(x, node, scope) {
    const { inner, slot, find } = x.members(node, scope);
    const value = bound(slot, x.number(node.value, inner));
    return (p, f) => find(p, f).map(value(p, f)).reduce((a, b) => a + b, 0);
  },

  Filter(x, node, scope) {
    return x.members(node, scope).find;
  },

  The(x, node, scope) {
    const { find } = x.members(node, scope);
    return (p, f) => {
      const found = find(p, f);
      if (found.length !== 1) throw new RuleFault(`just one must satisfy this, and ${found.length || "none"} does`, scope.clauses);
      return found[0];
    };
  },

  Best(x, node, scope) {
    const { inner, slot, find } = x.members(node, scope);
    const key = bound(slot, x.number(node.key, inner));
    return (p, f) => {
      const found = find(p, f);
      const keys = found.map(key(p, f));
      const highest = Math.max(...keys);
      const best = found.filter((_, i) => keys[i] === highest);
      if (best.length !== 1) throw new RuleFault(`just one must be the highest, and ${best.length || "none"} is`, scope.clauses);
      return best[0];
    };
  },
};
