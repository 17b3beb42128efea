// What the reader is asked: the cards of the hand, the other actions, and why one of them is not possible.

import { el, label } from "./dom.js";
import { capital } from "./speaker.js";
import { say } from "./texts.js";

export class Asking {
  /** `clause` knows where clauses stand, `choose` is told an action (null lets others go on), `redraw` that something was picked. */
  constructor(clause, choose, redraw) {
    Object.assign(this, { clause, choose, redraw });
    this.prompt = el("div", { class: "k-ask" });
    this.hand = el("div", { class: "k-hand", role: "group", onkeydown: (event) => this.arrows(event) });
    this.answer = el("div", { class: "k-answer", role: "alert" });
    this.also = el("div");
    this.parts = [this.prompt, this.hand, this.answer, this.also];
  }

  /** Asks in another match. */
  begin(session, table) {
    Object.assign(this, { session, table });
    this.ask(null);
  }

  /** What is asked now: a decision of the session, or null. */
  ask(decision) {
    Object.assign(this, { asked: decision, picked: null, refusal: null });
  }

  /** Draws the question in a position as the reader sees it; between two deals nothing is asked. */
  draw(position, view, acting, between) {
    this.position = position;
    this.prompt.replaceChildren(...(between ? [] : this.question(acting)));
    const also = !between && this.asked?.kind === "mine" && !this.picked ? this.others() : null;
    this.also.replaceChildren(...(also ? [also] : []));
    this.drawHand(view);
    this.answer.replaceChildren(...(this.refusal ? this.reasons() : []));
  }

  // -- the question ---------------------------------------------------------------------------------------------------

  /** Whose turn it is, and the actions that are no card of the hand. */
  question(acting) {
    const { session, asked, picked } = this;
    if (asked?.kind === "stuck") return [el("p", { class: "k-prompt" }, say("stuck"))];
    if (asked?.kind !== "mine") return asked === null && acting !== null ? [el("p", { class: "k-prompt k-waiting" }, say("turn_of", acting))] : [];
    const turn = asked.out ? say("you_may") : say("your_turn");
    const prompt = el("p", { class: "k-prompt" }, el("b", {}, turn), " ", el("span", { class: "k-phase" }, session.speaker.phase(session.game.phaseName(this.position))));
    const buttons = picked ? this.ofPicked() : asked.actions.filter((action) => !this.byHand(action)).map((action) => this.button(action));
    if (asked.out && !picked) buttons.unshift(el("button", { type: "button", class: "k-action k-main", onclick: () => this.choose(null) }, say("pass_on")));
    return buttons.length ? [prompt, el("div", { class: "k-actions", role: "group", "aria-label": label(say("your_turn")) }, ...buttons)] : [prompt];
  }

  /** An action as a button; one that is not possible answers why. */
  button(action, possible = true, pieces = this.session.speaker.action(action)) {
    const button = el("button", { type: "button", class: `k-action${possible ? "" : " k-unlawful"}`, "data-key": action.join(" "), onclick: () => (possible ? this.choose(action) : this.refuse(action)) });
    button.append(this.table.line(pieces.map((piece, n) => (n === 0 && Array.isArray(piece) ? capital(piece) : piece))));
    return button;
  }

  /** What may be done with the card that was picked, where that is not one thing only. */
  ofPicked() {
    const { speaker } = this.session;
    const { actions, all } = this.picked;
    const keys = new Set(actions.map((action) => action.join("|")));
    const withName = new Set(all.map((action) => action[1])).size > 1;
    const buttons = all.map((action) => {
      const pieces = withName ? speaker.action(action) : action.slice(2).map((word) => speaker.argument(word)).filter((piece) => piece.card === undefined);
      return this.button(action, keys.has(action.join("|")), pieces.length ? pieces : speaker.action(action));
    });
    const cancel = () => {
      this.ask(this.asked);
      this.redraw(true);
    };
    return [...buttons, el("button", { type: "button", class: "k-action k-pass", onclick: cancel }, say("cancel"))];
  }

  /** The actions of this phase that are not possible now, folded away: each answers why. */
  others() {
    const { session, asked } = this;
    const possible = new Set(asked.actions.map((action) => action[1]));
    const phase = session.game.phases[this.position.phase];
    const others = phase.actions.filter((action) => action.params.length === 0 && !possible.has(action.name));
    if (others.length === 0) return null;
    const row = el("div", { class: "k-actions" }, ...others.map((action) => this.button([session.me, action.name], false)));
    const fold = el("details", { class: "k-else" }, el("summary", {}, say("also")), row);
    if (this.alsoOpen) fold.open = true;
    fold.addEventListener("toggle", () => (this.alsoOpen = fold.open));
    return fold;
  }

  // -- the hand -------------------------------------------------------------------------------------------------------

  drawHand(view) {
    const { session, asked, table } = this;
    const held = table.held(view, session.me);
    this.hand.setAttribute("aria-label", label(say("hand")));
    this.hand.style.setProperty("--n", held.length);
    this.hand.style.setProperty("--half", Math.ceil(held.length / 2));
    this.hand.toggleAttribute("data-many", held.length > 7);
    const mine = asked?.kind === "mine" ? asked.actions : [];
    const usable = new Set(mine.flatMap((action) => action.slice(2)));
    const kinds = asked?.kind === "mine" && (!asked.out || mine.some((action) => this.byHand(action))) ? this.cardActions() : [];
    const buttons = held.map(([, card]) => {
      const twin = this.twins(card, usable);
      const lawful = twin !== null;
      const classes = ["k-drawn", "k-held"];
      if (kinds.length) classes.push(lawful ? "k-lawful" : "k-unlawful");
      if (this.picked?.card === card) classes.push("k-picked");
      const pick = () => this.pick(twin ?? card, lawful);
      return table.card(card, { type: "button", class: classes.join(" "), "data-card": card, "data-key": card, "aria-disabled": kinds.length === 0 ? "true" : null, onclick: kinds.length ? pick : null }, "button");
    });
    this.hand.replaceChildren(...buttons);
    this.hand.hidden = held.length === 0;
  }

  /** Whether an action is chosen by a card of the hand. */
  byHand(action) {
    const cards = this.session.speaker.cards;
    return action.slice(2).some((word) => cards.has(word));
  }

  /** The card itself, or the copy of it that the actions speak of; null where none of them can be played. */
  twins(card, usable) {
    if (usable.has(card)) return card;
    const sign = (name) => JSON.stringify(this.session.speaker.word(`sign of ${name}`));
    return [...usable].find((other) => this.session.speaker.cards.has(other) && sign(other) === sign(card)) ?? null;
  }

  /** The actions of this phase that are done with a card, by whoever has the turn. */
  cardActions() {
    const { game } = this.session;
    return game.phases[this.position.phase].actions.filter((action) => action.params.some(({ type }) => type.kind === "enum" && type.of === "card"));
  }

  /** A card of the hand was chosen. */
  pick(card, lawful) {
    const { session, asked } = this;
    this.refusal = null;
    const actions = asked.actions.filter((action) => action.slice(2).includes(card));
    const kinds = this.cardActions();
    const all = kinds.flatMap((kind) => this.ways(kind, card));
    if (lawful && actions.length === 1 && all.length === 1) {
      this.choose(actions[0]);
      return;
    }
    if (all.length > 1) {
      this.picked = { card, actions, all };
      this.redraw(true);
      return;
    }
    this.refuse(all[0] ?? [session.me, kinds[0].name, card]);
  }

  /** Every way to do something with a card, possible or not; a pile without cards is no way. */
  ways(kind, card) {
    const { game, me } = this.session;
    let found = [[me, kind.name]];
    for (const { type } of kind.params) {
      const words = type.kind === "enum" && type.of === "card" ? [card] : game.words.values(type).map((value) => game.words.word(type, value));
      found = found.flatMap((done) => words.map((word) => [...done, word]));
    }
    const empty = this.emptyCells();
    return found.filter((action) => !action.slice(2).some((word) => empty.has(word)));
  }

  /** The words of piles in which nothing lies. */
  emptyCells() {
    const { game } = this.session;
    const piles = [...game.layout.zones.values()].filter((zone) => zone.kind === "pile");
    return new Set(piles.flatMap((zone) => zone.cells.filter((cell) => this.position.cards[cell.number].length === 0).map((cell) => cell.path[0])));
  }

  // -- why not --------------------------------------------------------------------------------------------------------

  /** Tells why an action is not possible. */
  refuse(action) {
    const refusal = this.session.game.whyNot(this.position, action);
    if (refusal === null) return;
    this.refusal = { refusal, action };
    this.redraw();
    this.answer.scrollIntoView({ block: "nearest" });
  }

  /** The action, what forbids it, and where that stands. */
  reasons() {
    const { refusal, action } = this.refusal;
    const what = el("p", { class: "k-refused" }, this.table.line(this.session.speaker.action(action)));
    const why = el("p", {}, el("b", {}, say("refused", refusal.message)));
    const links = refusal.clauses.map((id, n) => el("li", {}, el("a", { href: this.clause(id) }, el("span", { class: "k-id" }, id), " ", refusal.titles[n])));
    return [what, why, el("ul", { class: "k-clauses" }, ...links)];
  }

  // -- the keyboard ---------------------------------------------------------------------------------------------------

  arrows(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const cards = [...this.hand.children];
    const at = cards.indexOf(document.activeElement);
    if (by === undefined || at < 0) return;
    event.preventDefault();
    cards[(at + by + cards.length) % cards.length].focus();
  }

  /** Whether there was something to put the focus on. */
  focus() {
    const target = this.hand.querySelector(".k-lawful") ?? this.prompt.querySelector(".k-actions .k-action:not(.k-unlawful)");
    target?.focus({ preventScroll: true });
    return target !== null;
  }
}
