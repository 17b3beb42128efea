#!/usr/bin/env node
// Speaks the protocol of `kirtis conform` (docs/reference/protocol.md) over standard input and output, for Node:
//
//   node port.js kiksas.json trikiksis.json …
//
// The files are exported rules. What is asked is answered line by line; what cannot be answered, with an error.

import { readFileSync } from "node:fs";

import { ChanceFault } from "./chance.js";
import { RuleFault, WordFault } from "./faults.js";
import { Game, IllegalAction } from "./game.js";
import { Match } from "./match.js";

const PROTOCOL = 1;
const MOST_BYTES = 65536;
const MOST_ID = 999999999999999;

/** A request that cannot be answered. */
class Problem extends Error {
  constructor(code, message, more = {}) {
    super(message);
    Object.assign(this, { code, more });
  }
}

/** The fields that a request must have, and those that it may have. */
const FIELDS = {
  hello: [["protocol"], []],
  new: [["game"], ["seats", "options", "position", "settle"]],
  chance: [[], ["draw", "deal"]],
  actions: [[], []],
  act: [["action"], []],
  why_not: [["action"], []],
  view: [["seat"], []],
  position: [[], []],
  value: [["name"], ["args"]],
  result: [[], []],
  count: [["depth"], []],
};

class Port {
  constructor(files) {
    const read = files.map((file) => JSON.parse(readFileSync(file, "utf-8")));
    // A game that is given twice for the same number of players counts once.
    this.rules = [...new Map(read.map((rules) => [`${rules.game} ${seatsOf(rules)}`, rules])).values()];
    this.games = new Map();
    this.match = null;
  }

  /** The answer to a line. */
  answer(line) {
    let id = null;
    try {
      if (Buffer.byteLength(line) >= MOST_BYTES) throw new Problem("too_long", `a request has at most ${MOST_BYTES} bytes`);
      const request = parse(line);
      if (!Number.isInteger(request.id) || Math.abs(request.id) > MOST_ID) throw new Problem("bad_request", "id is a whole number of at most 15 digits");
      id = request.id;
      check(request);
      return { id, ...this[request.do](request) };
    } catch (error) {
      return { id, error: problem(error) };
    }
  }

  /** The match, where nothing has to be decided by chance first. */
  settled() {
    if (this.match === null) throw new Problem("no_match", "no match has begun yet");
    if (this.match.question !== null) throw new Problem("chance_open", "something has to be decided by chance first");
    return this.match;
  }

  standing() {
    const { game, position, question, actor } = this.match;
    return { phase: game.phaseName(position), actor, over: question === null && game.over(position), chance: question };
  }

  // -- requests, by their names ----------------------------------------------------------------------------------------

  hello() {
    const games = {};
    for (const rules of this.rules) (games[rules.game] ??= []).push(seatsOf(rules));
    return { protocol: PROTOCOL, name: "kirtis javascript", version: "0.1.0", games, requests: Object.keys(FIELDS), positions: true };
  }

  new({ game: name, seats, options = {}, position, settle = true }) {
    if (!settle && position === undefined) throw new Problem("bad_request", "settle stands only together with a position");
    const known = this.rules.filter((rules) => rules.game === name);
    if (known.length === 0) throw new Problem("unknown_game", `there is no game “${name}” here`);
    const found = seats === undefined ? known : known.filter((rules) => seatsOf(rules) === seats);
    if (found.length !== 1) throw new Problem("bad_seats", `${name} is not played by so many here`);
    const game = this.game(found[0], options);
    const begin = position && worded("bad_position", () => game.fromWords(position));
    if (begin && !same(position, game.inWords(begin))) throw new Problem("bad_position", "a position is given whole, as “position” tells it");
    this.match = new Match(game, begin, settle);
    return this.standing();
  }

  /** A game with its options, made once. */
  game(rules, options) {
    const key = JSON.stringify([rules.hash, rules.game, rules.enums[0], Object.entries(options).sort()]);
    if (!this.games.has(key)) {
      if (this.games.size > 32) this.games.clear();
      const game = worded("bad_options", () => new Game(rules, options));
      const stray = rules.options.find(({ name, type }) => name in options && typeof options[name] !== kindOf(type));
      if (stray) throw new Problem("bad_options", `${stray.name} is given as a ${kindOf(stray.type)}`);
      this.games.set(key, game);
    }
    return this.games.get(key);
  }

  chance({ draw, deal }) {
    if (this.match === null) throw new Problem("no_match", "no match has begun yet");
    if (this.match.question === null) throw new Problem("no_chance", "nothing is left to chance here");
    this.match.decide({ draw, deal });
    return this.standing();
  }

  actions() {
    const { game, position } = this.settled();
    return { actions: game.actions(position) };
  }

  act({ action }) {
    this.settled().act(action);
    return this.standing();
  }

  why_not({ action }) {
    const { game, position } = this.settled();
    const refusal = game.whyNot(position, action);
    if (refusal === null) return { refusal };
    const { reason, condition, clauses } = refusal;
    return { refusal: { reason, condition, clauses } };
  }

  view({ seat }) {
    const { game, position } = this.settled();
    return { view: game.view(position, seat) };
  }

  position() {
    const { game, position } = this.settled();
    return { position: game.inWords(position) };
  }

  value({ name, args = [] }) {
    const { game, position } = this.settled();
    return { value: game.value(position, name, ...args) };
  }

  result() {
    if (this.match === null) throw new Problem("no_match", "no match has begun yet");
    const { game, position, question } = this.match;
    const over = question === null && game.over(position);
    const named = game.rules.definitions.some(({ name, params }) => name === "winner" && params.length === 0);
    return { over, phase: game.phaseName(position), winner: over && named ? game.value(position, "winner") : null };
  }

  count({ depth }) {
    return { counts: this.settled().count(depth) };
  }
}

const seatsOf = (rules) => rules.enums.find((one) => one.name === "seat").values.length;

function parse(line) {
  let value;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new Problem("bad_json", error.message);
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new Problem("bad_json", "a message is an object");
  return value;
}

/** Throws Problem for a request that is not of the right form. */
function check(request) {
  if (typeof request.do !== "string") throw new Problem("bad_request", "a request says in “do” what is asked");
  if (!Object.hasOwn(FIELDS, request.do)) throw new Problem("unsupported", `there is no request “${request.do}”`);
  const [required, optional] = FIELDS[request.do];
  const given = Object.keys(request).filter((name) => name !== "id" && name !== "do");
  const lacking = required.filter((name) => !given.includes(name));
  const more = given.filter((name) => !required.includes(name) && !optional.includes(name));
  const words = (list) => Array.isArray(list) && list.every((word) => typeof word === "string");
  const object = (one) => one === undefined || (typeof one === "object" && one !== null && !Array.isArray(one));
  const right =
    ("action" in request ? words(request.action) && request.action.length >= 2 : true) &&
    ("args" in request ? words(request.args) : true) &&
    ("protocol" in request ? Number.isInteger(request.protocol) && request.protocol >= 1 : true) &&
    ("depth" in request ? Number.isInteger(request.depth) && request.depth >= 1 && request.depth <= 20 : true) &&
    object(request.options) && object(request.position) && object(request.deal) &&
    (request.do === "chance" ? given.length === 1 : true);
  if (lacking.length || more.length || !right) throw new Problem("bad_request", `a request ${request.do} has another form`);
}

/** Whether two values of JSON are equal; the order of the fields of an object means nothing. */
function same(a, b) {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const names = Object.keys(a);
  return Array.isArray(a) === Array.isArray(b) && names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]));
}

/** What JSON has for the values of an option of that type. */
const kindOf = (type) => (type === "bool" ? "boolean" : /\.\./.test(type) ? "number" : "string");

/** What `make` gives; a word in it that stands for nothing is the problem of that code. */
function worded(code, make) {
  try {
    return make();
  } catch (error) {
    throw error instanceof WordFault ? new Problem(code, error.message) : error;
  }
}

/** An error as the protocol has it. */
function problem(error) {
  if (error instanceof Problem) return { code: error.code, message: error.message, ...error.more };
  if (error instanceof IllegalAction) return { code: "illegal", message: error.message, clauses: error.refusal.clauses };
  if (error instanceof ChanceFault) return { code: "bad_outcome", message: error.message };
  if (error instanceof RuleFault) return { code: "rule_error", message: error.message };
  if (error instanceof WordFault) return { code: "unknown_name", message: error.message };
  return { code: "internal", message: String(error) };
}

/** Each line that comes in; the last one too, should no line feed end it. */
async function* lines(source) {
  let rest = "";
  source.setEncoding("utf-8");
  for await (const text of source) {
    const found = (rest + text).split("\n");
    rest = found.pop();
    yield* found;
  }
  if (rest !== "") yield rest;
}

const port = new Port(process.argv.slice(2));
for await (const line of lines(process.stdin)) process.stdout.write(`${JSON.stringify(port.answer(line))}\n`);
