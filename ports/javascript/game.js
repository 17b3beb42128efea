// A game with its options settled: positions, what may be done in them, and what comes of it. All names and values that
// come in or go out are words of the formal text; an action is a list of words: ["A", "play", "queen of clubs"].

import { Expressions, nodesIn, Scope } from "./expressions.js";
import { WordFault } from "./faults.js";
import { Layout } from "./layout.js";
import { fromWords, inWords } from "./positions.js";
import { Sights } from "./sight.js";
import { Statements, Step } from "./statements.js";
import { readType, Words } from "./types.js";
import { Refusals } from "./why.js";

const FORMAT = 1;

/** An action that may not be done; `refusal` says why. */
export class IllegalAction extends Error {
  constructor(refusal) {
    super(`${refusal.message[1]} (${refusal.clauses.join(", ")})`);
    this.name = "IllegalAction";
    this.refusal = refusal;
  }
}

export class Game {
  /** From an exported file, parsed, and the options that are not as usual: { overtrump: true }. */
  constructor(rules, options = {}) {
    if (rules.kirtis !== "rules" || rules.format !== FORMAT) throw new Error("these are no rules in a format known here");
    this.rules = rules;
    this.words = new Words(rules);
    this.options = this.settled(options);
    this.layout = new Layout(rules, this.words);
    this.expressions = new Expressions(rules, this.layout, this.options);
    this.statements = new Statements(rules, this.layout, this.expressions);
    const phases = new Map(rules.phases.map((phase) => [phase.name, phase]));
    /** The phases, in the order of their enumeration. */
    this.phases = this.words.of("phase").map((name) => this.phase(phases.get(name)));
    this.sights = new Sights(this);
    this.refusals = new Refusals(this);
    /** The position before anything has happened. */
    this.first = this.begin();
  }

  get name() {
    return this.rules.game;
  }

  get seats() {
    return this.words.of("seat");
  }

  /** The value of every option. Throws WordFault for a name or value that there is not. */
  settled(options) {
    const known = new Map(this.rules.options.map((option) => [option.name, option]));
    const values = Object.fromEntries(this.rules.options.map((option) => [option.name, option.default]));
    for (const [name, word] of Object.entries(options)) {
      if (!known.has(name)) throw new WordFault(`${this.name} has no option “${name}”`);
      values[name] = this.words.value(readType(known.get(name).type), word);
    }
    return values;
  }

  // -- made once -------------------------------------------------------------------------------------------------------

  phase(given) {
    const scope = new Scope().within(given.clauses);
    const body = this.statements.block(given.body, scope);
    const by = given.by === null ? null : this.expressions.number(given.by, scope);
    const actions = given.actions.map((action) => this.action(action, given.clauses ?? []));
    return { ...given, clauses: given.clauses ?? [], by, actions, run: (step) => body(step, new Array(scope.frame.size)) };
  }

  action(given, around) {
    const clauses = given.clauses ?? around;
    let scope = new Scope({ size: 0 }, new Map(), clauses);
    const params = given.params.map(([name, word]) => {
      const type = readType(word);
      scope = scope.bind(name);
      return { name, word, type, values: this.words.values(type), slot: scope.slot(name) };
    });
    if (given.actor !== null) scope = scope.bind(given.actor);
    const actorSlot = given.actor === null ? null : scope.slot(given.actor);
    let depth = 0;
    const needs = given.needs.map((need) => {
      // A need is tested as soon as what it and all needs before it speak of is known.
      const names = nodesIn(need.condition).filter((node) => node.node === "Var").map((node) => node.name);
      depth = Math.max(depth, ...params.map((param, i) => (names.includes(param.name) ? i + 1 : 0)));
      const inner = scope.within(need.clauses);
      return { ...need, clauses: need.clauses ?? clauses, depth, scope: inner, holds: this.expressions.compile(need.condition, inner) };
    });
    const body = this.statements.block(given.body, scope);
    return { name: given.name, clauses, params, actorSlot, needs, body, statements: given.body, scope };
  }

  begin() {
    const { layout, words, rules } = this;
    const position = {
      phase: words.of("phase").indexOf(rules.start),
      values: [...layout.variables.values()].flatMap((variable) => variable.cells.map(() => null)),
      cards: layout.zoneOf.map(() => []),
    };
    position.cards[layout.zones.get(rules.pack).first] = words.of("card").map((_, i) => i);
    const values = position.values.slice();
    for (const { name, initial } of rules.variables.filter((variable) => variable.initial !== null)) {
      const value = this.expressions.compile(initial, new Scope())(position, []);
      for (const cell of layout.variables.get(name).cells) values[cell.number] = value;
    }
    return { ...position, values };
  }

  // -- where it stands -------------------------------------------------------------------------------------------------

  /** The name of the phase. */
  phaseName(position) {
    return this.phases[position.phase].name;
  }

  over(position) {
    return this.phases[position.phase].kind === "end";
  }

  /** Whether something automatic is to be carried out before a seat may act. */
  restless(position) {
    return ["auto", "chance"].includes(this.phases[position.phase].kind);
  }

  /** The index of the seat whose turn it is, or null. */
  turn(position) {
    const { by } = this.phases[position.phase];
    return by === null ? null : by(position, []);
  }

  /** The seat whose turn it is, or null. Others may have something to do out of turn. */
  actor(position) {
    const turn = this.turn(position);
    return turn === null ? null : this.seats[turn];
  }

  /** Everything that may be done, in the order of the rules. */
  actions(position) {
    const turn = this.turn(position);
    const found = [];
    for (const action of this.phases[position.phase].actions) {
      const seats = action.actorSlot === null ? [turn] : this.seats.map((_, i) => i);
      for (const seat of seats) this.ways(position, action, seat, found);
    }
    return found;
  }

  /** The ways in which a seat may do an action, added to `found`. */
  ways(position, action, seat, found) {
    const { params, needs } = action;
    const frame = this.frame(action, seat);
    const words = [this.seats[seat], action.name];
    const choose = (depth) => {
      if (!needs.every((need) => need.depth !== depth || need.holds(position, frame))) return;
      if (depth === params.length) {
        found.push([...words]);
        return;
      }
      const { slot, values, type } = params[depth];
      for (const value of values) {
        frame[slot] = value;
        words[depth + 2] = this.words.word(type, value);
        choose(depth + 1);
      }
    };
    choose(0);
  }

  frame(action, seat) {
    const frame = new Array(action.scope.frame.size);
    if (action.actorSlot !== null) frame[action.actorSlot] = seat;
    return frame;
  }

  /** Why an action may not be done, or null where it may: see why.js. */
  whyNot(position, action) {
    return this.refusals.of(position, action);
  }

  /** What a seat may see. */
  view(position, seat) {
    return this.sights.view(position, seat);
  }

  /** The whole position in words. */
  inWords(position) {
    return inWords(this, position);
  }

  /** The position that such words describe; what they leave out is as at the start. Throws WordFault. */
  fromWords(words) {
    return fromWords(this, words);
  }

  /** The value of a definition: game.value(position, "worth", "queen of clubs"). Throws WordFault for names that there are not. */
  value(position, name, ...args) {
    const definition = this.expressions.definitions.get(name);
    if (definition === undefined) throw new WordFault(`there is no definition “${name}”`);
    if (args.length !== definition.types.length) throw new WordFault(`${name} takes ${definition.types.length} argument(s)`);
    const values = args.map((word, i) => this.words.value(definition.types[i], word));
    return this.words.json(definition.type, definition.value(position, values));
  }

  // -- how it goes on --------------------------------------------------------------------------------------------------

  /** The first position in which a seat has to act. */
  start(chance) {
    return this.settle(this.first, chance);
  }

  /** The position after an action and everything automatic that follows. Throws IllegalAction. */
  play(position, action, chance) {
    return this.settle(this.act(position, action, chance), chance);
  }

  /** The position right after an action. Throws IllegalAction. */
  act(position, action, chance) {
    return this.acting(position, action, chance).done();
  }

  /** The step of an action, carried out: what it wrote and reset, before it is done. Throws IllegalAction. */
  acting(position, action, chance) {
    const refusal = this.whyNot(position, action);
    if (refusal !== null) throw new IllegalAction(refusal);
    const [seat, name, ...args] = action;
    const act = this.phases[position.phase].actions.find((one) => one.name === name);
    const frame = this.frame(act, this.seats.indexOf(seat));
    act.params.forEach(({ slot, type }, i) => (frame[slot] = this.words.value(type, args[i])));
    const step = new Step(this.layout, position, chance);
    act.body(step, frame);
    return step;
  }

  /** The position after one automatic phase. */
  automatic(position, chance) {
    return this.running(position, chance).done();
  }

  /** The step of an automatic phase, carried out. */
  running(position, chance) {
    const step = new Step(this.layout, position, chance);
    this.phases[position.phase].run(step);
    return step;
  }

  /** The position once nothing automatic is left to do. */
  settle(position, chance) {
    while (this.restless(position)) position = this.automatic(position, chance);
    return position;
  }
}

