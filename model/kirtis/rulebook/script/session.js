// A match between the reader and the others, from its seed and what the reader has done: so a link is enough to share it.

import { Seeded } from "../../../../ports/javascript/chance.js";
import { Game } from "../../../../ports/javascript/game.js";
import { Opponents } from "./opponents.js";
import { Speaker } from "./speaker.js";
import { heard, Trail } from "./trail.js";

const PASS = "-";

export class Session {
  constructor(rules, { seed, options = {}, seat, hints = {} }) {
    this.game = new Game(rules, options);
    this.speaker = new Speaker(rules);
    this.me = this.game.seats.includes(seat) ? seat : this.game.seats[0];
    this.chance = new Seeded(seed);
    this.trail = new Trail(this.game);
    // What the others think of does not touch the cards: those are as Kirtis deals them for the same seed.
    this.opponents = new Opponents(this.game, hints, new Seeded((BigInt(seed) << 64n) + 1n).twister);
    this.moves = [];
    this.deals = 0;
    this.passed = false;
    this.next = null;
    this.kept = null;
    this.position = this.game.first;
  }

  /** The first steps, up to the first decision. */
  begin() {
    const steps = this.take(null);
    this.kept = this.ofMatch(this.position);
    return steps;
  }

  /** Whose decision it is: "over", "stuck", "mine" (with `actions`; `out` where others would go on), or "theirs" (with `action`). */
  decision() {
    this.next ??= this.decide();
    return this.next;
  }

  decide() {
    const { game, position, me } = this;
    if (game.over(position)) return { kind: "over" };
    const possible = game.actions(position);
    if (possible.length === 0) return { kind: "stuck" };
    const others = possible.filter(([seat]) => seat !== me);
    const out = game.actor(position) !== me && others.length > 0;
    const mine = this.distinct(possible.filter(([seat]) => seat === me));
    if (mine.length && !(out && this.passed)) return { kind: "mine", actions: mine, out };
    const turn = game.actor(position);
    const must = others.filter(([seat]) => seat === turn);
    const action = this.opponents.choose(position, others, must.length === 0) ?? this.opponents.choose(position, must, true);
    return { kind: "theirs", action };
  }

  /** Of actions that are said in the same words, as those with equal copies of a card are, the first. */
  distinct(actions) {
    const said = new Map();
    for (const action of actions) {
      const words = this.speaker.plain(this.speaker.action(action))[0];
      if (!said.has(words)) said.set(words, action);
    }
    return [...said.values()];
  }

  /** The reader's choice: one of the actions of the decision, or null to let others go on. */
  choose(action) {
    const { actions } = this.decision();
    if (action === null) {
      this.moves.push(PASS);
      this.passed = true;
      this.next = null;
      return [];
    }
    this.moves.push(actions.findIndex((one) => one.join("|") === action.join("|")).toString(36));
    return this.take(action);
  }

  /** Carries an action out; every step as the reader sees it. */
  take(action) {
    const { game, me } = this;
    this.passed = false;
    this.next = null;
    const steps = this.trail.follow(this.position, action, this.chance).map((step) => {
      const told = { position: step.after, moved: step.moved, said: null, deal: null };
      if (step.phase === null) told.said = heard(game, step.before, step.after, action, me);
      if (step.reset && this.kept !== null) {
        const now = this.ofMatch(step.after);
        this.deals += 1;
        told.deal = { before: step.before, changes: this.changes(now), next: game.over(step.after) ? null : this.deals + 1 };
        this.kept = now;
      }
      return told;
    });
    if (steps.length) this.position = steps.at(-1).position;
    return steps;
  }

  /** What a deal has changed in the match: { key, pieces, value, old }. */
  changes(now) {
    const old = new Map(this.kept.map(([key, , value]) => [key, value]));
    return now.filter(([key, , value]) => !same(old.get(key), value)).map(([key, pieces, value]) => ({ key, pieces, value, old: old.get(key) }));
  }

  /** What the reader sees of the variables that outlast a deal: [key, pieces, value]. */
  ofMatch(position) {
    const groups = new Map(this.game.rules.variables.map((one) => [one.name, one.group]));
    return this.seen(position).filter(([key]) => groups.get(key.split(" ")[0]) === "match");
  }

  /** What the reader sees of all variables: [key, pieces, value, name, path]. */
  seen(position, seat = this.me) {
    const flat = [];
    const go = (name, value, path) => {
      if (value !== null && typeof value === "object" && !Array.isArray(value)) {
        for (const [word, inner] of Object.entries(value)) go(name, inner, [...path, word]);
      } else flat.push([[name, ...path].join(" "), this.speaker.cell(name, path), value, name, path]);
    };
    for (const [name, value] of Object.entries(this.game.view(position, seat).variables)) go(name, value, []);
    return flat;
  }

  /** Lets the others play until it is not their decision; the steps of each action. */
  *theirs() {
    while (this.decision().kind === "theirs") yield this.take(this.decision().action);
  }

  /** Does what a link says was done, and tells the steps of each action; false where a part of it is not possible. */
  replay(moves, tell) {
    for (const move of moves) {
      for (const steps of this.theirs()) tell(steps);
      const next = this.decision();
      if (next.kind !== "mine") return false;
      const action = move === PASS ? null : next.actions[parseInt(move, 36)];
      if (action === undefined || (action === null && !next.out)) return false;
      tell(this.choose(action));
    }
    return true;
  }
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
