// Plays a match on the page: draws the table, asks the reader, lets the others play, and tells what has happened.

import { add, el, label, pair } from "./dom.js";
import { symbols } from "./drawing.js";
import { Session } from "./session.js";
import { capital } from "./speaker.js";
import { Table } from "./table.js";
import { say } from "./texts.js";

const PACES = { slow: 1500, usual_pace: 650, at_once: 0 };
const MOST_LINES = 400;

export class Player {
  /** `page` knows where clauses stand; `changed` is told whenever the address has to change. */
  constructor(root, page, pace, changed) {
    Object.assign(this, { root, page, pace, changed });
    this.run = 0;
    this.board = el("div", { class: "k-board" });
    this.ask = el("div", { class: "k-ask" });
    this.answer = el("div", { class: "k-answer", role: "alert" });
    this.hand = el("div", { class: "k-hand", role: "group", onkeydown: (event) => this.arrows(event) });
    this.facts = el("section", { class: "k-sheets" });
    this.lines = el("ol", { class: "k-log", tabindex: "0" });
    this.live = el("p", { class: "k-hidden", "aria-live": "polite" });
    this.over = el("div", { class: "k-result" });
    const symbolsBox = el("div", { hidden: false, class: "k-symbols-box" });
    symbolsBox.innerHTML = symbols();
    const log = el("section", { class: "k-logs" }, el("h2", {}, say("log")), this.lines);
    this.also = el("div");
    const table = el("div", { class: "k-table" }, this.board, this.over, this.ask, this.hand, this.answer, this.also);
    root.append(symbolsBox, this.live, table, el("div", { class: "k-beside" }, this.facts, log));
    this.hint = el("p", { class: "k-hint" }, say("dashed"), " ", say("keys"));
    table.append(this.hint);
    new MutationObserver(() => this.session && this.draw()).observe(document.documentElement, { attributeFilter: ["data-language"] });
  }

  // -- the match ------------------------------------------------------------------------------------------------------

  /** Begins anew; what a link says was done is done at once. False where that was not possible. */
  begin(rules, settings, moves = []) {
    this.run += 1;
    this.session = new Session(rules, settings);
    this.table = new Table(this.session.game, this.session.speaker);
    Object.assign(this, { position: this.session.position, picked: null, refusal: null, dealt: null, asked: null, fresh: new Set(), before: null });
    this.lines.replaceChildren();
    this.heading(1);
    this.tell(this.session.begin());
    const whole = this.session.replay(moves, (steps) => this.tell(steps));
    this.live.textContent = "";
    this.position = this.session.position;
    this.changed(this.session);
    this.goOn();
    return whole;
  }

  /** One step of the reader's back. */
  back() {
    const { moves } = this.session;
    if (moves.length === 0) return;
    const { rules, settings } = this.page.current();
    this.begin(rules, settings, moves.slice(0, -1));
  }

  /** Lets the others play until the reader is asked. */
  async goOn() {
    const run = this.run;
    try {
      for (;;) {
        const next = this.session.decision();
        if (next.kind !== "theirs") {
          this.asked = next;
          this.draw(true);
          if (next.kind === "mine") this.live.textContent += ` ${label(next.out ? say("you_may") : say("your_turn"))}.`;
          return;
        }
        this.asked = null;
        await this.wait(0.8);
        if (run !== this.run) return;
        await this.show(this.session.take(next.action), run);
        if (run !== this.run) return;
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** Shows steps one by one, as slowly as is wished. */
  async show(steps, run) {
    for (const step of steps) {
      const lying = this.lying(this.position);
      if (step.moved.length && step.said === null) await this.wait(1.6);
      if (run !== this.run) return;
      this.fresh = new Set([...this.lying(step.position)].filter((card) => !lying.has(card)));
      this.position = step.position;
      this.tell([step], step === steps.at(-1) ? step.position : null);
      if (step.deal !== null) {
        this.dealt = { changes: step.deal.changes, over: this.session.game.over(step.position) };
        this.position = step.deal.before;
        this.draw();
        if (!this.dealt.over) {
          await new Promise((go) => (this.dealt.go = go));
          if (run !== this.run) return;
          this.dealt = null;
        }
        this.position = step.position;
      }
      if (step.said !== null || step.moved.length) this.draw();
    }
    this.position = this.session.position;
  }

  /** The cards that lie on the table. */
  lying(position) {
    const zones = [this.table.trick, ...this.table.middle].filter((zone) => zone !== null);
    return new Set(zones.flatMap((zone) => this.session.game.layout.zones.get(zone.name).cells.flatMap((cell) => position.cards[cell.number].map((card) => this.session.game.words.of("card")[card]))));
  }

  wait(times) {
    const ms = PACES[this.pace.value] * times;
    return ms ? new Promise((done) => setTimeout(done, ms)) : Promise.resolve();
  }

  /** The reader has chosen. */
  async choose(action) {
    const run = this.run;
    this.engaged = this.root.contains(document.activeElement);
    this.live.textContent = "";
    Object.assign(this, { asked: null, picked: null, refusal: null });
    try {
      const steps = this.session.choose(action);
      this.changed(this.session);
      await this.show(steps, run);
      if (run === this.run) await this.goOn();
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error) {
    this.answer.replaceChildren(...pair(say("failed", error.message)));
    console.error(error);
  }

  // -- what is told ---------------------------------------------------------------------------------------------------

  heading(deal) {
    const words = say("deal", String(deal));
    this.lines.append(el("li", { class: "k-log-deal" }, words));
  }

  /** Lines for what steps were: what was done, what was moved, what else has changed. */
  tell(steps, last = steps.at(-1)?.position ?? null) {
    const { session } = this;
    for (const step of steps) {
      if (step.said !== null) this.line([el("b", { class: "k-who" }, step.said[0])], this.doing(step.said), step.said[0]);
      for (const way of step.moved) {
        const cards = way.cells.flatMap(({ cards: there }) => there.map((card) => ({ card })));
        this.line([], [session.speaker.word(way.source), ...cards, "→", ...session.speaker.cell(way.target, way.index)], "", "k-log-moved");
      }
      if (step.deal !== null) this.tellDeal(step.deal);
    }
    if (last !== null) this.tellChanges(last);
    while (this.lines.childElementCount > MOST_LINES) this.lines.firstElementChild.remove();
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** The end of a deal, and what it has changed in the match. */
  tellDeal({ changes, next }) {
    this.line([], [say("deal_over")], "", "k-log-over");
    for (const { key, pieces, value } of changes) {
      this.before?.set(key, value);
      this.line([], [...pieces, "–", ...this.session.speaker.value(value)], "", "k-log-changed");
    }
    if (next !== null) this.heading(next);
  }

  /** What is otherwise than when it was last told; whose turn it is can be seen. */
  tellChanges(position) {
    const { session, table } = this;
    const now = session.seen(position);
    const actor = session.game.actor(position);
    const types = new Map(session.game.rules.variables.map((one) => [one.name, one.type]));
    for (const [key, pieces, value, name] of this.before === null ? [] : now) {
      if (table.noise.has(name) || JSON.stringify(this.before.get(key)) === JSON.stringify(value) || [null, 0, false].includes(value)) continue;
      if (value === actor && /^seat/.test(types.get(name))) continue;
      this.line([], [...pieces, "–", ...session.speaker.value(value)], "", "k-log-changed");
    }
    this.before = new Map(now.map(([key, , value]) => [key, value]));
  }

  doing([, name, ...args]) {
    const { speaker } = this.session;
    return [speaker.word(name), ...args.map((word) => (word === null ? say("someone_card") : speaker.argument(word)))];
  }

  line(before, pieces, who, classes = "") {
    const item = el("li", { class: classes }, ...before, " ");
    item.append(this.table.line(pieces));
    this.lines.append(item);
    const words = label(this.session.speaker.plain(pieces));
    this.live.textContent += ` ${who ? `${who}: ` : ""}${words}.`;
  }

  // -- what is drawn --------------------------------------------------------------------------------------------------

  /** Everything; `focus` puts the focus where the reader is asked, if it was in the player. */
  draw(focus = false) {
    const { session, table, root } = this;
    const { game, me } = session;
    const active = document.activeElement;
    const key = root.contains(active) ? active.dataset.key : undefined;
    const acting = this.dealt ? null : game.actor(this.position);
    const { felt, view } = table.draw(this.position, me, { fresh: this.fresh, acting });
    this.fresh = new Set();
    felt.append(this.own(view, acting));
    this.board.replaceChildren(felt);
    this.drawAsk(acting);
    this.drawHand(view);
    this.drawAnswer();
    this.drawResult();
    const sheets = table.sheet(session.seen(this.position), this.position);
    this.facts.replaceChildren(el("h2", {}, say("sheet")), ...sheets);
    this.facts.hidden = sheets.length === 0;
    this.lines.setAttribute("aria-label", label(say("log")));
    // What is drawn anew takes the focus with it.
    if (document.activeElement === document.body) {
      const again = key === undefined ? null : [...root.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
      if (again && !focus) again.focus({ preventScroll: true });
      else if (focus && this.engaged) this.focusOn();
    }
  }

  own(view, acting) {
    const { me } = this.session;
    const seat = this.table.seat(me, { ...view, zones: { ...view.zones, ...Object.fromEntries(this.table.hands.map((zone) => [zone.name, {}])) }, sizes: { ...view.sizes, ...Object.fromEntries(this.table.hands.map((zone) => [zone.name, {}])) } }, "me", acting);
    seat.classList.add("k-me");
    seat.querySelector(".k-seat-name b").append(" ", el("span", { class: "k-you" }, "(", ...pair(say("you")), ")"));
    return seat;
  }

  /** What the reader is asked, and the actions that are no card of the hand. */
  drawAsk(acting) {
    const { session, asked } = this;
    const { speaker } = session;
    const out = [];
    this.also.replaceChildren();
    if (this.dealt) {
      this.ask.replaceChildren();
      return;
    }
    if (asked === null || !["mine", "stuck"].includes(asked.kind)) {
      if (asked === null && acting !== null) out.push(el("p", { class: "k-prompt k-waiting" }, say("turn_of", acting)));
      this.ask.replaceChildren(...out);
      return;
    }
    if (asked.kind === "stuck") {
      this.ask.replaceChildren(el("p", { class: "k-prompt" }, say("stuck")));
      return;
    }
    const prompt = el("p", { class: "k-prompt" }, el("b", {}, asked.out ? say("you_may") : say("your_turn")), " ", el("span", { class: "k-phase" }, speaker.phase(session.game.phaseName(this.position))));
    const row = el("div", { class: "k-actions", role: "group", "aria-label": label(say("your_turn")) });
    if (this.picked) this.drawPicked(row);
    else {
      if (asked.out) row.append(el("button", { type: "button", class: "k-action k-main", onclick: () => this.choose(null) }, say("pass_on")));
      for (const action of asked.actions) if (!this.byHand(action)) row.append(this.button(action));
    }
    out.push(prompt);
    if (row.childElementCount) out.push(row);
    const also = this.picked ? null : this.drawAlso();
    if (also) this.also.append(also);
    this.ask.replaceChildren(...out);
  }

  /** An action as a button; one that is not possible answers why. */
  button(action, possible = true, pieces = this.session.speaker.action(action)) {
    const button = el("button", { type: "button", class: `k-action${possible ? "" : " k-unlawful"}`, "data-key": action.join(" "), onclick: () => (possible ? this.choose(action) : this.refuse(action)) });
    button.append(this.table.line(pieces.map((piece, n) => (n === 0 && Array.isArray(piece) ? capital(piece) : piece))));
    return button;
  }

  /** What may be done with the card that was picked, where that is not one thing only. */
  drawPicked(row) {
    const { speaker } = this.session;
    const { actions, all } = this.picked;
    const keys = new Set(actions.map((action) => action.join("|")));
    const withName = new Set(all.map((action) => action[1])).size > 1;
    for (const action of all) {
      const pieces = withName ? speaker.action(action) : action.slice(2).map((word) => speaker.argument(word)).filter((piece) => piece.card === undefined);
      row.append(this.button(action, keys.has(action.join("|")), pieces.length ? pieces : speaker.action(action)));
    }
    row.append(el("button", { type: "button", class: "k-action k-pass", onclick: () => { this.picked = null; this.refusal = null; this.draw(true); } }, say("cancel")));
  }

  /** The actions of this phase that are not possible now, folded away: each answers why. */
  drawAlso() {
    const { session, asked } = this;
    const possible = new Set(asked.actions.map((action) => action[1]));
    const phase = session.game.phases[this.position.phase];
    const others = phase.actions.filter((action) => action.params.length === 0 && !possible.has(action.name));
    if (others.length === 0) return null;
    const fold = el("details", { class: "k-else" }, el("summary", {}, say("also")));
    const row = el("div", { class: "k-actions" });
    for (const action of others) row.append(this.button([session.me, action.name], false));
    fold.append(row);
    if (this.alsoOpen) fold.open = true;
    fold.addEventListener("toggle", () => (this.alsoOpen = fold.open));
    return fold;
  }

  /** Whether an action is chosen by a card of the hand. */
  byHand(action) {
    const cards = this.session.speaker.cards;
    return action.slice(2).some((word) => cards.has(word));
  }

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
      this.draw(true);
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

  /** Tells why an action is not possible. */
  refuse(action) {
    const refusal = this.session.game.whyNot(this.position, action);
    if (refusal === null) return;
    this.refusal = { refusal, action };
    this.draw();
    this.answer.scrollIntoView({ block: "nearest" });
  }

  drawAnswer() {
    this.answer.replaceChildren();
    if (this.refusal === null) return;
    const { refusal, action } = this.refusal;
    const what = el("p", { class: "k-refused" }, this.table.line(this.session.speaker.action(action)));
    const why = el("p", {}, el("b", {}, say("refused", refusal.message)));
    const list = el("ul", { class: "k-clauses" });
    refusal.clauses.forEach((id, n) => {
      const link = el("a", { href: this.page.clause(id) }, el("span", { class: "k-id" }, id), " ", refusal.titles[n]);
      list.append(el("li", {}, link));
    });
    this.answer.append(what, why, list);
  }

  /** The end of a deal, or of the match. */
  drawResult() {
    this.over.replaceChildren();
    const { session } = this;
    const over = session.game.over(this.position) || this.dealt?.over;
    if (this.dealt === null && !over) return;
    const box = el("section", { class: "k-ended" });
    add(box, el("h2", { tabindex: "-1" }, over ? this.resultWords() : say("deal_over")));
    const changes = this.dealt?.changes ?? [];
    if (changes.length) {
      const list = el("dl", { class: "k-facts" });
      for (const { pieces, value, old } of changes) {
        const what = el("dd", {});
        if (old !== undefined && old !== null) what.append(el("span", { class: "k-old" }, this.table.line(session.speaker.value(old)), " → "));
        what.append(this.table.line(session.speaker.value(value)));
        list.append(el("div", {}, el("dt", {}, this.table.line(pieces)), what));
      }
      box.append(list);
    }
    const go = over ? () => this.page.again() : () => this.dealt.go();
    box.append(el("button", { type: "button", class: "k-action k-main", onclick: go }, over ? say("again") : say("go_on")));
    this.over.append(box);
    if (this.root.contains(document.activeElement) || document.activeElement === document.body) box.querySelector("button").focus({ preventScroll: true });
    this.live.textContent += ` ${label(over ? this.resultWords() : say("deal_over"))}`;
  }

  /** How a finished match ended. */
  resultWords() {
    const { game, speaker } = this.session;
    const named = game.rules.definitions.some(({ name, params }) => name === "winner" && params.length === 0);
    const position = this.session.position;
    const winner = named ? game.value(position, "winner") : null;
    if (named && winner === null) return say("match_over", say("no_sole_winner"));
    return say("match_over", speaker.plain(named ? speaker.value(winner) : [speaker.phase(game.phaseName(position))]));
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

  focusOn() {
    const target = this.ask.querySelector(".k-actions .k-action:not(.k-unlawful)") ?? this.hand.querySelector(".k-lawful") ?? this.over.querySelector("button");
    (this.hand.querySelector(".k-lawful") ?? target)?.focus({ preventScroll: true });
  }
}
