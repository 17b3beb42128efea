// Plays a match on the page: asks the reader, lets the others play, and shows at leisure what comes of it.

import { add, el, label, pair } from "./dom.js";
import { Asking } from "./asking.js";
import { symbols } from "./drawing.js";
import { Session } from "./session.js";
import { Table } from "./table.js";
import { Telling } from "./telling.js";
import { say } from "./texts.js";

const PACES = { slow: 1500, usual_pace: 650, at_once: 0 };

/** Whether a deal is over with one of these steps. */
const ends = (steps) => steps.some((step) => step.deal !== null);

export class Player {
  /** `page` knows where clauses stand; `changed` is told whenever the address has to change. */
  constructor(root, page, pace, changed) {
    Object.assign(this, { root, page, pace, changed });
    this.run = 0;
    this.board = el("div", { class: "k-board" });
    this.over = el("div", { class: "k-result" });
    this.facts = el("section", { class: "k-sheets" });
    this.telling = new Telling();
    this.asking = new Asking((id) => page.clause(id), (action) => this.choose(action), (focus) => this.draw(focus));
    const drawn = el("div", { class: "k-symbols-box" });
    drawn.innerHTML = symbols();
    const hint = el("p", { class: "k-hint" }, say("dashed"), " ", say("keys"));
    const table = el("div", { class: "k-table" }, this.board, this.over, ...this.asking.parts, hint);
    root.append(drawn, this.telling.live, table, el("div", { class: "k-beside" }, this.facts, this.telling.section));
    new MutationObserver(() => this.session && this.draw()).observe(document.documentElement, { attributeFilter: ["data-language"] });
  }

  // -- the match ------------------------------------------------------------------------------------------------------

  /** Begins anew; what a link says was done is done at once. False where that was not possible. */
  begin(rules, settings, moves = []) {
    this.run += 1;
    this.session = new Session(rules, settings);
    this.table = new Table(this.session.game, this.session.speaker);
    Object.assign(this, { dealt: null, fresh: new Set(), drawn: null });
    this.asking.begin(this.session, this.table);
    this.telling.begin(this.session, this.table);
    this.telling.tell(this.session.begin());
    let last = [];
    const tell = (steps) => {
      this.telling.tell(last);
      last = steps;
    };
    const whole = this.session.replay(moves, tell);
    // What the others do before the reader is asked lies on the table already, unless all is wished slowly; but a deal that ends so is shown.
    if (this.pace.value !== "slow" && !ends(last)) {
      for (const steps of this.session.theirs()) {
        tell(steps);
        if (ends(steps)) break;
      }
    }
    if (!ends(last)) tell([]);
    this.telling.hush();
    this.position = ends(last) ? last[0].position : this.session.position;
    this.changed(this.session);
    this.goOn(last);
    return whole;
  }

  /** One step of the reader's back. */
  back() {
    const { moves } = this.session;
    if (moves.length === 0) return;
    const { rules, settings } = this.page.current();
    this.begin(rules, settings, moves.slice(0, -1));
  }

  /** Shows what is left to be shown, and lets the others play until the reader is asked. */
  async goOn(left = []) {
    const run = this.run;
    try {
      await this.show(left, run);
      if (run !== this.run) return;
      for (;;) {
        const next = this.session.decision();
        if (next.kind !== "theirs") {
          this.asking.ask(next);
          this.draw(true);
          if (next.kind === "mine") this.telling.aloud(next.out ? say("you_may") : say("your_turn"));
          return;
        }
        this.asking.ask(null);
        if (this.drawn !== this.position) this.draw();
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
      this.telling.tell([step], step === steps.at(-1) ? step.position : null);
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
    this.telling.hush();
    this.asking.ask(null);
    // To let others go on is no step, and yet the question is gone.
    if (action === null) this.drawn = null;
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
    this.asking.answer.replaceChildren(...pair(say("failed", error.message)));
    console.error(error);
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
    this.drawn = this.position;
    felt.append(this.own(view, acting));
    this.board.replaceChildren(felt);
    this.asking.draw(this.position, view, acting, this.dealt !== null);
    this.drawResult();
    const sheets = table.sheet(session.seen(this.position), this.position);
    this.facts.replaceChildren(el("h2", {}, say("sheet")), ...sheets);
    this.facts.hidden = sheets.length === 0;
    this.telling.relabel();
    // What is drawn anew takes the focus with it.
    if (document.activeElement === document.body) {
      const again = key === undefined ? null : [...root.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
      if (again && !focus) again.focus({ preventScroll: true });
      else if (focus && this.engaged && !this.asking.focus()) this.over.querySelector("button")?.focus({ preventScroll: true });
    }
  }

  /** The reader's own seat; the cards of the hand lie below the table. */
  own(view, acting) {
    const { me } = this.session;
    const away = Object.fromEntries(this.table.hands.map((zone) => [zone.name, {}]));
    const seat = this.table.seat(me, { ...view, zones: { ...view.zones, ...away }, sizes: { ...view.sizes, ...away } }, "me", acting);
    seat.classList.add("k-me");
    seat.querySelector(".k-seat-name b").append(" ", el("span", { class: "k-you" }, "(", ...pair(say("you")), ")"));
    return seat;
  }

  /** The end of a deal, or of the match. */
  drawResult() {
    this.over.replaceChildren();
    const { session, dealt } = this;
    const over = session.game.over(this.position) || dealt?.over;
    if (dealt === null && !over) return;
    const title = over ? this.resultWords() : say("deal_over");
    const box = el("section", { class: "k-ended" }, el("h2", { tabindex: "-1" }, title));
    const changes = dealt?.changes ?? [];
    if (changes.length) add(box, el("dl", { class: "k-facts" }, ...changes.map((change) => this.changeOf(change))));
    const go = over ? () => this.page.again() : () => this.dealt.go();
    const button = el("button", { type: "button", class: "k-action k-main", onclick: go }, over ? say("again") : say("go_on"));
    box.append(button);
    this.over.append(box);
    if (this.root.contains(document.activeElement) || document.activeElement === document.body) button.focus({ preventScroll: true });
    this.telling.aloud(title);
  }

  /** What a deal has changed: what it is, what it was, what it is now. */
  changeOf({ pieces, value, old }) {
    const { speaker } = this.session;
    const was = old === undefined || old === null ? [] : [el("span", { class: "k-old" }, this.table.line(speaker.value(old)), " → ")];
    return el("div", {}, el("dt", {}, this.table.line(pieces)), el("dd", {}, ...was, this.table.line(speaker.value(value))));
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
}
