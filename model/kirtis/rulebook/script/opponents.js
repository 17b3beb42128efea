// Players who look at their cards and think a little. They know no game: a trick they know by the rules of rounds, and what
// else is wise in a game stands on its page: what to do seldom, and when something may be done with a good conscience.

export class Opponents {
  /** `hints` is { seldom: [action], when: { action: [definition, least] } }; `chance` gives whole numbers below one. */
  constructor(game, hints, twister) {
    Object.assign(this, { game, twister });
    this.seldom = new Set(hints.seldom ?? []);
    this.when = hints.when ?? {};
    this.round = game.rules.rounds[0] ?? null;
    this.cards = new Set(game.words.of("card"));
  }

  random() {
    return this.twister.random();
  }

  any(list) {
    return list[Math.floor(this.random() * list.length)];
  }

  /** One of some actions; null where it is wiser to do none of them, if that is possible. */
  choose(position, actions, must) {
    const wise = actions.filter((action) => this.allowed(position, action));
    const names = [...new Set(wise.map(([seat, name]) => `${seat} ${name}`))];
    const weighed = names.map((name) => [name, this.seldom.has(name.split(" ")[1]) ? 0.04 : 1]);
    if (weighed.length === 0) return must ? this.any(actions) : null;
    const name = this.weighed(weighed);
    const same = wise.filter(([seat, one]) => `${seat} ${one}` === name);
    return same.length === 1 ? same[0] : this.best(position, same);
  }

  /** Whether nothing on the page speaks against an action. */
  allowed(position, [seat, name]) {
    const condition = this.when[name];
    if (condition === undefined) return true;
    const [definition, least] = condition;
    return this.game.value(position, definition, seat) >= least;
  }

  weighed(pairs) {
    let left = this.random() * pairs.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [one, weight] of pairs) if ((left -= weight) < 0) return one;
    return pairs.at(-1)[0];
  }

  /** Of actions of one name: a card as the trick has it, a low number, a suit that is held. */
  best(position, actions) {
    const words = actions.map((action) => action[2]);
    if (this.cards.has(words[0])) return (actions[0].length === 3 && this.round !== null && this.card(position, actions)) || this.any(actions);
    if (/^\d+$/.test(words[0])) return actions[Math.floor(this.random() ** 3 * actions.length)];
    const { suit } = Object.fromEntries(this.game.rules.maps.map((map) => [map.name, map.values]));
    const suits = this.game.words.of("suit") ?? [];
    const mine = this.held(position, actions[0][0]);
    if (!suits.includes(words[0])) return this.any(actions);
    return this.weighed(actions.map((action) => [action, 0.02 + mine.filter((card) => suits[suit[card]] === action[2]).length ** 2]));
  }

  /** The cards that lie in zones of a seat's own. */
  held(position, seat) {
    const index = this.game.seats.indexOf(seat);
    return [...this.game.layout.zones.values()]
      .filter((zone) => zone.kind === "set" && zone.given.index[0] === "seat" && this.game.sights.tests.get(zone.name)(position, index, [index]))
      .flatMap((zone) => position.cards[zone.first + index]);
  }

  /** A card for the trick: as cheap as can be where it is lost or the partner's, just enough where it can be taken. */
  card(position, actions) {
    const { game, round } = this;
    const trick = game.layout.zones.get(round.zone);
    const strength = game.expressions.definitions.get(round.strength);
    const names = game.words.of("card");
    const seat = game.seats.indexOf(actions[0][0]);
    const rated = actions.map((action) => {
      const after = game.act(position, action, NO_CHANCE);
      const lie = trick.cells.map((cell) => after.cards[cell.number][0]);
      if (lie[seat] !== names.indexOf(action[2])) return null;
      const power = (card) => strength.value(after, [card]);
      const others = lie.flatMap((card, at) => (card === undefined || at === seat ? [] : [[power(card), at]]));
      const top = others.reduce((best, one) => (one[0] > best[0] ? one : best), [-1, null]);
      return { action, power: power(lie[seat]), top, others: others.length };
    });
    if (rated.includes(null)) return null;
    rated.sort((a, b) => a.power - b.power);
    const { others, top } = rated[0];
    if (others === 0) return this.random() < 0.45 ? rated.at(-1).action : this.any(actions);
    const winners = rated.filter((one) => one.power > one.top[0]);
    if (this.friends(seat, top[1]) || winners.length === 0) return rated[0].action;
    const last = others === game.seats.length - 1;
    return (last || this.random() < 0.4 ? winners[0] : winners.at(-1)).action;
  }

  /** Whether two seats are always of one side. */
  friends(a, b) {
    const sides = this.game.rules.maps.find((map) => map.name === "side");
    return sides !== undefined && sides.domain === "seat" && sides.values[a] === sides.values[b];
  }
}

/** A card is only thought of: where chance would have to say what comes of it, thinking ends. */
const NO_CHANCE = {
  draw() {
    throw new Error("not to be thought through");
  },
  deal() {
    throw new Error("not to be thought through");
  },
};
