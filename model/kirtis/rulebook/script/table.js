// The table as a seat sees it: others with the backs of their cards, what lies in the middle, one's own hand.

import { add, el, label } from "./dom.js";
import { back, face, isRed } from "./drawing.js";
import { say } from "./texts.js";

/** Draws positions of one game. */
export class Table {
  constructor(game, speaker) {
    Object.assign(this, { game, speaker });
    const { zones } = game.rules;
    const own = (zone) => zone.index.length === 1 && zone.index[0] === "seat";
    const hidden = (zone) => zone.sight.when.node === "Const" && zone.sight.when.value === false;
    /** Where cards are held, each seat its own; the trick; and everything else. */
    this.hands = zones.filter((zone) => own(zone) && zone.kind === "set" && !hidden(zone));
    this.trick = zones.find((zone) => zone.name === game.rules.rounds[0]?.zone) ?? null;
    this.ofSeats = zones.filter((zone) => own(zone) && zone !== this.trick && !this.hands.includes(zone));
    this.middle = zones.filter((zone) => !own(zone) && zone !== this.trick);
    /** The variables that say whose turn it is: that is shown without words. */
    this.noise = new Set([...game.rules.rounds.flatMap((round) => [round.leader, round.turn]), ...game.rules.phases.flatMap(({ by }) => cellsIn(by))]);
  }

  // -- cards ----------------------------------------------------------------------------------------------------------

  /** The picture of a card; null is a card face down. */
  card(name, attributes = {}, tag = "span") {
    const words = name === null ? say("face_down") : this.speaker.cardName(name);
    const made = el(tag, { class: "k-drawn", ...(tag === "span" ? { role: "img" } : {}), "aria-label": label(words), ...attributes });
    made.innerHTML = name === null ? back() : this.face(name);
    return made;
  }

  face(name) {
    const { suit, rank } = this.speaker.cards.get(name);
    return face(suit, rank, this.speaker.letters(name));
  }

  /** A card within a line: its sign in each language. */
  sign(name) {
    const { suit } = this.speaker.cards.get(name);
    const signs = this.speaker.word(`sign of ${name}`);
    const names = this.speaker.cardName(name);
    const one = (n) => el("span", { class: `k-card ${isRed(suit) ? "k-red" : "k-black"}`, role: "img", "aria-label": names[n] }, `${signs[n].slice(0, 1)}\ufe0e${signs[n].slice(1)}`);
    const out = document.createDocumentFragment();
    if (signs[0] === signs[1] && names[0] === names[1]) return one(0);
    out.append(el("span", { class: "k-lt", lang: "lt" }, one(0)), el("span", { class: "k-en k-alone", lang: "en" }, one(1)));
    return out;
  }

  /** Pieces of a line as nodes with blanks between. */
  line(pieces) {
    const out = document.createDocumentFragment();
    pieces.forEach((piece, n) => {
      if (n) out.append(" ");
      if (piece?.card) out.append(this.sign(piece.card));
      else add(out, piece);
    });
    return out;
  }

  // -- the table ------------------------------------------------------------------------------------------------------

  /** Everything but the cards of `me`; `fresh` are the cards that have just been laid. With `me` null all is shown to everybody. */
  draw(position, me, { fresh = new Set(), acting = null } = {}) {
    const { game } = this;
    const view = this.view(position, me);
    const first = me === null ? 0 : game.seats.indexOf(me);
    const order = game.seats.map((_, i) => game.seats[(first + i) % game.seats.length]);
    const count = game.seats.length;
    const felt = el("div", { class: "k-felt", "data-seats": count, role: "group", "aria-label": label(say("table")) });
    const round = el("div", { class: "k-others" });
    order.forEach((seat, i) => {
      if (i > 0 || me === null) round.append(this.seat(seat, view, i, acting));
    });
    felt.append(round, this.centre(position, view, order, fresh));
    return { felt, view };
  }

  /** What is seen: of a seat, or of all cards. */
  view(position, me) {
    const view = this.game.view(position, me ?? this.game.seats[0]);
    if (me !== null) return view;
    const whole = this.game.inWords(position);
    return { ...view, zones: whole.zones };
  }

  /** A seat: its name, how many cards it holds, what else lies before it. */
  seat(seat, view, place, acting) {
    const box = el("div", { class: `k-seat k-place-${place}${acting === seat ? " k-acting" : ""}`, "data-seat": seat });
    const name = el("p", { class: "k-seat-name" }, el("b", {}, seat));
    const marks = this.marks(seat, view);
    marks.forEach((mark) => name.append(el("span", { class: "k-mark" }, mark)));
    box.append(name);
    for (const zone of this.hands) {
      const shown = view.zones[zone.name][seat];
      const size = view.sizes[zone.name][seat];
      if (Array.isArray(shown) && shown.length) box.append(this.fan(shown.map((card) => this.card(card)), "k-fan k-open"));
      else if (size) {
        const backs = Array.from({ length: size }, () => { const one = el("span", { class: "k-drawn" }); one.innerHTML = back(); return one; });
        const fan = this.fan(backs, "k-fan");
        fan.setAttribute("role", "img");
        fan.setAttribute("aria-label", label(say("cards", String(size))));
        fan.append(el("span", { class: "k-held-count", "aria-hidden": "true" }, String(size)));
        box.append(fan);
      }
    }
    for (const pile of this.piles(this.ofSeats, view, (path) => path[0] === seat)) box.append(pile);
    return box;
  }

  fan(cards, classes) {
    const fan = el("span", { class: classes, style: `--n:${cards.length}` });
    fan.append(...cards);
    return fan;
  }

  /** What is said of a seat by the variables that name one, such as who deals. */
  marks(seat, view) {
    const types = new Map(this.game.rules.variables.map((one) => [one.name, one.type]));
    const found = [];
    for (const [name, value] of Object.entries(view.variables)) {
      if (value === seat && /^seat\??$/.test(types.get(name)) && !this.noise.has(name) && this.game.rules.variables.find((one) => one.name === name).index.length === 0) {
        found.push(this.line([this.speaker.word(name)]));
      }
    }
    return found;
  }

  /** The trick, each card before its seat, and the piles. */
  centre(position, view, order, fresh) {
    const box = el("div", { class: "k-centre" });
    if (this.trick !== null) {
      const best = this.best(position);
      const trick = el("div", { class: "k-trick", "data-seats": order.length, role: "group", "aria-label": label(this.speaker.word(this.trick.name)) });
      order.forEach((seat, i) => {
        const cards = view.zones[this.trick.name][seat] ?? [];
        const place = el("div", { class: `k-lie k-place-${i}${cards.length ? " k-full" : ""}${cards.includes(best) ? " k-best" : ""}` });
        for (const card of cards) {
          place.append(this.card(card, { class: `k-drawn${fresh.has(card) ? " k-fresh" : ""}`, "aria-label": `${seat}: ${label(this.speaker.cardName(card))}` }));
        }
        place.append(el("span", { class: "k-whose", "aria-hidden": "true" }, seat));
        trick.append(place);
      });
      box.append(trick);
    }
    const piles = this.piles(this.middle, view, () => true, fresh);
    if (piles.length) {
      const row = el("div", { class: "k-piles" });
      row.append(...piles);
      box.append(row);
    }
    return box;
  }

  /** The card that would take the trick as it lies, or null. */
  best(position) {
    const { layout, expressions, words } = this.game;
    const strength = expressions.definitions.get(this.game.rules.rounds[0].strength);
    const lie = layout.zones.get(this.trick.name).cells.flatMap((cell) => position.cards[cell.number]);
    if (lie.length < 2) return null;
    const powers = lie.map((card) => strength.value(position, [card]));
    return words.of("card")[lie[powers.indexOf(Math.max(...powers))]];
  }

  /** The cells of some zones that hold cards: open ones side by side or the uppermost, others face down, with how many there are. */
  piles(zones, view, wanted, fresh = new Set()) {
    const out = [];
    for (const zone of zones) {
      for (const [path, size, shown] of cells(view.sizes[zone.name], view.zones[zone.name])) {
        if (!size || !wanted(path)) continue;
        const pile = el("figure", { class: `k-pile k-${zone.kind}`, "data-zone": zone.name, "data-cell": path.join(" ") });
        const open = Array.isArray(shown);
        const top = zone.kind === "pile" ? shown?.slice(-1) : shown;
        const many = open && zone.kind === "set" && shown.length > 1;
        const cards = !open ? [null] : many && shown.length > 6 ? shown.slice(0, 6) : top;
        const row = el("span", { class: `k-fan k-lies${size > 1 && !many ? " k-stacked" : ""}`, style: `--n:${cards.length}` });
        for (const card of cards) row.append(this.card(card, { class: `k-drawn${fresh.has(card) ? " k-fresh" : ""}` }));
        const words = path[0] !== undefined && zone.index[0] === "seat" ? [this.speaker.word(zone.name)] : this.speaker.cell(zone.name, path);
        const name = zone.kind === "pile" ? path.map((word) => this.speaker.word(word)) : words;
        const caption = el("figcaption", {}, this.line(name));
        if (size > 1) caption.append(el("span", { class: "k-size" }, ` ${size}`));
        pile.append(row, caption);
        out.push(pile);
      }
    }
    return out;
  }

  /** The cards that a seat holds: [zone, card]. */
  held(view, me) {
    return this.hands.flatMap((zone) => (view.zones[zone.name][me] ?? []).map((card) => [zone.name, card]));
  }

  // -- what is written ------------------------------------------------------------------------------------------------

  /** The score sheet: what is written for each side or seat, a table; and all else that the reader sees, a list. */
  sheet(seen, position) {
    const { game, speaker } = this;
    const given = new Map(game.rules.variables.map((one) => [one.name, one]));
    const actor = game.actor(position);
    const tables = new Map();
    const list = [];
    for (const [, pieces, value, name, path] of seen) {
      const { index } = given.get(name);
      if (this.noise.has(name)) continue;
      if (["seat", "side"].includes(index[0]) && !Array.isArray(value)) {
        if (!tables.has(index[0])) tables.set(index[0], new Map());
        const rows = tables.get(index[0]);
        const key = [name, ...path.slice(1)].join(" ");
        if (!rows.has(key)) rows.set(key, { pieces: speaker.cell(name, path.slice(1)), cells: new Map() });
        rows.get(key).cells.set(path[0], value);
      } else if (![null, 0, false].includes(value) && !(value === actor && given.get(name).type === "seat?")) list.push([pieces, value]);
    }
    const out = [];
    for (const [kind, rows] of tables) {
      const filled = [...rows.values()].filter((row) => [...row.cells.values()].some((value) => ![null, 0, false].includes(value)));
      if (filled.length) out.push(this.grid(game.words.of(kind), filled));
    }
    if (list.length) {
      const facts = el("dl", { class: "k-facts" });
      for (const [pieces, value] of list) {
        const term = el("dt", {}, this.line(pieces));
        const what = el("dd", {}, value === true ? "✓" : this.line(speaker.value(value)));
        facts.append(el("div", {}, term, what));
      }
      out.push(facts);
    }
    return out;
  }

  grid(columns, rows) {
    const head = el("tr", {}, el("td", {}));
    for (const word of columns) head.append(el("th", { scope: "col" }, this.line([this.speaker.word(word)])));
    const body = el("tbody");
    for (const { pieces, cells: values } of rows) {
      const row = el("tr", {}, el("th", { scope: "row" }, this.line(pieces)));
      for (const word of columns) {
        const value = values.get(word);
        const empty = [undefined, null, false].includes(value);
        row.append(el("td", {}, empty ? "–" : value === true ? "✓" : this.line(this.speaker.value(value))));
      }
      body.append(row);
    }
    return el("table", { class: "k-sheet" }, el("thead", {}, head), body);
  }
}

/** The variables that an expression reads. */
function cellsIn(node) {
  if (node === null || typeof node !== "object") return [];
  return [...(node.node === "Cell" ? [node.name] : []), ...Object.values(node).flatMap(cellsIn)];
}

/** The cells of a zone in a view: [path, how many, cards or null]. */
function cells(sizes, shown, path = []) {
  if (typeof sizes === "number") return [[path, sizes, shown]];
  return Object.entries(sizes).flatMap(([word, inner]) => cells(inner, shown[word], [...path, word]));
}

