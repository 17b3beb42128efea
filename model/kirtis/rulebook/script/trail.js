// What comes of an action, step by step, as far as it lies open: a trick is played out, taken away and counted before a
// seat has to act again, and whoever looks at decisions only never sees it.

import { RuleFault } from "../../../../ports/javascript/faults.js";

/** The group of the variables that begin anew with every deal. */
const DEAL = "deal";

export class Trail {
  constructor(game) {
    this.game = game;
    const ofDeal = [...game.layout.variables.values()].filter((variable) => variable.given.group === DEAL);
    this.dealCells = new Set(ofDeal.flatMap((variable) => variable.cells.map((cell) => cell.number)));
    this.came = new Map();
    this.steps = 0;
  }

  /** Every step: { before, after, moved, reset, phase }; `phase` is null for the action itself. */
  follow(position, action, chance) {
    const { game } = this;
    const steps = [];
    const take = (step, before, body, phase, chosen) => {
      const after = step.done();
      const reset = [...step.first.keys()].some((cell) => this.dealCells.has(cell)) || game.over(after);
      steps.push({ before, after, phase, reset, moved: this.moved(before, after, body, chosen) });
      return after;
    };
    if (action !== null) {
      const cards = game.words.of("card");
      const body = game.phases[position.phase].actions.find((one) => one.name === action[1]).statements;
      position = take(game.acting(position, action, chance), position, body, null, new Set(action.slice(2).map((word) => cards.indexOf(word))));
    }
    while (game.restless(position)) {
      const phase = game.phases[position.phase];
      position = take(game.running(position, chance), position, phase.body, phase.name, new Set());
    }
    return steps;
  }

  /** The open cards that a step moved away, those of one way together; not those that the action has named itself. */
  moved(before, after, body, chosen) {
    this.steps += 1;
    const { layout } = this.game;
    const [was, now] = [places(before), places(after)];
    const gone = [...was.keys()].filter((card) => was.get(card) !== now.get(card));
    gone.sort((a, b) => (this.came.get(a) ?? 0) - (this.came.get(b) ?? 0) || a - b);
    const dealt = sources(body);
    const ways = new Map();
    for (const card of gone) {
      const [source, target] = [was.get(card), now.get(card)];
      this.came.set(card, this.steps);
      if (chosen.has(card) || !this.open(before, source)) continue;
      const zone = layout.zoneOf[source];
      // Who was dealt an open card face down is nobody's business.
      if (dealt.has(zone.name) && !this.open(after, target)) continue;
      const key = `${zone.name} ${target}`;
      if (!ways.has(key)) ways.set(key, { source: zone.name, cells: new Map(), target: layout.zoneOf[target].name, index: this.path(target) });
      const { cells } = ways.get(key);
      if (!cells.has(source)) cells.set(source, { path: this.path(source), cards: [] });
      cells.get(source).cards.push(this.game.words.of("card")[card]);
    }
    return [...ways.values()].map((way) => ({ ...way, cells: [...way.cells.values()] }));
  }

  path(cell) {
    const zone = this.game.layout.zoneOf[cell];
    return zone.cells[cell - zone.first].path;
  }

  /** Whether every seat sees a cell of cards. */
  open(position, cell) {
    const { game } = this;
    const zone = game.layout.zoneOf[cell];
    const test = game.sights.tests.get(zone.name);
    const { index } = zone.cells[cell - zone.first];
    try {
      return game.seats.every((_, seat) => test(position, seat, index));
    } catch (error) {
      if (error instanceof RuleFault) return false; // between two phases a rule may have no answer; then nothing is told
      throw error;
    }
  }
}

/** The arguments of an action as a seat gets to know them: a card that it does not see, before or just after, is null. */
export function heard(game, before, after, action, seat) {
  const cards = new Set(game.words.of("card"));
  const shown = new Set();
  for (const position of [before, after]) {
    const { zones } = game.view(position, seat);
    const gather = (there) => (Array.isArray(there) ? there.forEach((card) => shown.add(card)) : there && Object.values(there).forEach(gather));
    gather(zones);
  }
  return action.map((word) => (cards.has(word) && !shown.has(word) ? null : word));
}

/** Where each card lies. */
function places(position) {
  const found = new Map();
  position.cards.forEach((cards, cell) => cards.forEach((card) => found.set(card, cell)));
  return found;
}

/** The zones that a body deals from. */
function sources(node, found = new Set()) {
  if (node?.node === "Fill") found.add(node.source.zone);
  if (node !== null && typeof node === "object") Object.values(node).forEach((one) => sources(one, found));
  return found;
}
