// Why an action may not be done: the reason, the need or duty that is not met, its clauses, a sentence in both languages.

import { Scope } from "./expressions.js";
import { WordFault } from "./faults.js";

const SAID = {
  over: ["Partija baigta.", "The match is over."],
  seat: ["Tokios vietos nėra: {0}.", "There is no seat “{0}”."],
  action: ["Tokio veiksmo nėra: {0}.", "There is no action “{0}”."],
  phase: ["Dabar to daryti negalima: {0}.", "This cannot be done now: {0}."],
  shape: ["Veiksmas „{0}“ nurodomas kitaip: {1}.", "The action “{0}” is written like this: {1}."],
  value: ["Tokios reikšmės nėra: {0}.", "There is no such thing as “{0}” here."],
  turn: ["Dabar eilė kitam: {0}.", "It is the turn of {0}."],
  need: ["Sąlyga netenkinama: {0}.", "A condition is not met: {0}."],
  duty: ["Korta netenkina pareigos: {0}.", "The card does not meet a duty: {0}."],
};

export class Refusals {
  constructor(game) {
    this.game = game;
    this.titles = new Map(game.rules.clauses.map((clause) => [clause.id, clause.titles]));
    this.duties = new Map(game.rules.duties.map((given) => [given.name, this.list(given)]));
    for (const phase of game.phases) {
      for (const action of phase.actions) {
        for (const need of action.needs) need.duties = this.dutiesIn(need.condition, need.scope);
      }
    }
  }

  /** A list of duties, ready to be asked. */
  list(given) {
    const { expressions } = this.game;
    const outer = given.params.reduce((scope, [name]) => scope.bind(name), new Scope().within(given.clauses));
    const inner = outer.bind(given.var);
    const duties = given.duties.map((duty) => ({
      ...duty,
      clauses: duty.clauses ?? given.clauses ?? [],
      when: expressions.compile(duty.when, outer),
      meets: expressions.compile(duty.meets, inner),
    }));
    return { among: expressions.compile(given.among, outer), duties, slot: inner.slot(given.var) };
  }

  /** Where a condition asks for a parameter to be among those that some duties leave: the duties, the parameter, the arguments. */
  dutiesIn(condition, scope) {
    const inner = scope.within(condition.clauses);
    if (condition.node === "And") return condition.items.flatMap((item) => this.dutiesIn(item, inner));
    const { node, of, among } = condition;
    if (node !== "Member" || of.node !== "Var" || among.node !== "Call" || !this.duties.has(among.name)) return [];
    return [{ list: this.duties.get(among.name), slot: inner.slot(of.name), args: this.game.expressions.compileAll(among.args, inner) }];
  }

  /** Why an action may not be done in a position, or null where it may. */
  of(position, action) {
    const { game } = this;
    const [seat, name, ...args] = action;
    const say = (key, words, more = {}) => this.refusal(action, key, words, more);
    if (game.over(position)) return say("over", []);
    if (!game.seats.includes(seat)) return say("seat", [seat]);
    const phase = game.phases[position.phase];
    const act = phase.actions.find((one) => one.name === name);
    if (act === undefined) {
      const elsewhere = game.phases.flatMap((one) => one.actions).find((one) => one.name === name);
      if (elsewhere === undefined) return say("action", [name]);
      return say("phase", [game.rules.words[name] ?? name], { clauses: elsewhere.clauses });
    }
    if (args.length !== act.params.length) {
      const shape = [name, ...act.params.map(({ word }) => `<${word}>`)].join(" ");
      return say("shape", [name, shape], { reason: "arguments", clauses: act.clauses });
    }
    const frame = game.frame(act, game.seats.indexOf(seat));
    for (const [i, { type, slot }] of act.params.entries()) {
      try {
        frame[slot] = game.words.value(type, args[i]);
      } catch (error) {
        if (!(error instanceof WordFault)) throw error;
        return say("value", [args[i]], { reason: "arguments", clauses: act.clauses });
      }
    }
    const turn = game.actor(position);
    if (act.actorSlot === null && seat !== turn) return say("turn", [turn], { clauses: phase.clauses });
    const need = act.needs.find((one) => !one.holds(position, frame));
    return need === undefined ? null : this.unmet(position, action, need, frame);
  }

  /** The need itself, or the first duty that the card fails. */
  unmet(position, action, need, frame) {
    for (const { list, slot, args } of need.duties) {
      const duty = this.failed(position, list, frame[slot], args.map((arg) => arg(position, frame)));
      if (duty !== null) return this.condition(action, "duty", duty);
    }
    return this.condition(action, "need", need);
  }

  condition(action, reason, { name, text = "", clauses }) {
    const message = name === null ? undefined : this.game.rules.words[name];
    return this.refusal(action, reason, [text], { message, condition: name, formal: text, clauses });
  }

  /** The first duty that takes a card away; null where the card is not among those that the duties bind. */
  failed(position, { among, duties, slot }, card, args) {
    const frame = [...args];
    let now = among(position, frame);
    if (!now.includes(card)) return null;
    for (const duty of duties) {
      if (!duty.when(position, frame)) continue;
      const left = now.filter((one) => {
        frame[slot] = one;
        return duty.meets(position, frame);
      });
      if (left.length && !left.includes(card)) return duty;
      if (left.length) now = left;
    }
    return null;
  }

  /** A word is one word, or a pair of words by language. */
  refusal(action, key, words, { reason = key, message, condition = null, formal = "", clauses = [] }) {
    const said = SAID[key].map((text, n) =>
      words.reduce((done, word, i) => done.replace(`{${i}}`, () => (Array.isArray(word) ? word[n] : word)), text));
    const titles = clauses.map((id) => this.titles.get(id) ?? ["", ""]);
    return { action, reason, message: message ?? said, condition, formal, clauses, titles };
  }
}
