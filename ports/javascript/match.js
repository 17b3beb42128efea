// A match whose chance is asked of somebody: it stops at every question, and goes on once it has the answer. A step that
// asks is carried out again from its beginning with the answers so far; nobody sees what it did before its question.

import { ChanceFault } from "./chance.js";

/** Not a fault but a question: { draw: [values] }, or { deal: { from: [cards], to: { cell: count } } }. */
class Question extends Error {
  constructor(asked) {
    super("left to chance");
    this.asked = asked;
  }
}

/** Chance that gives the outcomes it was told, and asks for more. */
class Told {
  constructor(outcomes) {
    this.left = [...outcomes];
  }

  next(asked) {
    if (this.left.length === 0) throw new Question(asked);
    return this.left.shift();
  }

  draw(values) {
    return this.next({ draw: values }).draw;
  }

  deal(from, to) {
    return this.next({ deal: { from, to } }).deal;
  }
}

export class Match {
  /** From the beginning, or from a position; with `settle` false nothing automatic is run. */
  constructor(game, position = game.first, settle = true) {
    Object.assign(this, { game, position, doing: null, outcomes: [], question: null, actor: null });
    if (settle) this.goOn(null, []);
    else this.actor = game.actor(position);
  }

  /** Carries out an action, and what follows, to the next decision, question or end; where that fails, nothing has changed. */
  goOn(doing, outcomes) {
    const { game } = this;
    let { position } = this;
    let question = null;
    try {
      while (doing !== null || game.restless(position)) {
        const chance = new Told(outcomes);
        position = doing === null ? game.automatic(position, chance) : game.act(position, doing, chance);
        [doing, outcomes] = [null, []];
      }
    } catch (error) {
      if (!(error instanceof Question)) throw error;
      question = error.asked;
    }
    const actor = question === null ? game.actor(position) : null;
    Object.assign(this, { position, doing, outcomes, question, actor });
  }

  /** Gives the answer to the question: { draw } or { deal }. Throws ChanceFault for one that could not come out. */
  decide(outcome) {
    const [kind] = Object.keys(this.question);
    if (outcome[kind] === undefined) throw new ChanceFault(`a ${kind} is asked for`);
    this.goOn(this.doing, [...this.outcomes, outcome]);
  }

  /** Does an action. Throws IllegalAction. */
  act(action) {
    this.goOn(action, []);
  }

  /** How many sequences of one action, of two, … there are; one ends where chance is asked. */
  count(depth) {
    const counts = new Array(depth).fill(0);
    const go = (position, done) => {
      const actions = this.game.actions(position);
      counts[done] += actions.length;
      if (done + 1 === depth) return;
      for (const action of actions) {
        const next = unasked(() => this.game.play(position, action, new Told([])));
        if (next !== null) go(next, done + 1);
      }
    };
    go(this.position, 0);
    return counts;
  }
}

/** What a step gives, or null where it asks. */
function unasked(step) {
  try {
    return step();
  } catch (error) {
    if (error instanceof Question) return null;
    throw error;
  }
}
