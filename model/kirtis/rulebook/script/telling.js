// What has happened: a line for every step, for eyes and for ears.

import { el, label } from "./dom.js";
import { say } from "./texts.js";

const MOST_LINES = 400;

export class Telling {
  constructor() {
    this.lines = el("ol", { class: "k-log", tabindex: "0" });
    this.live = el("p", { class: "k-hidden", "aria-live": "polite" });
    this.section = el("section", { class: "k-logs" }, el("h2", {}, say("log")), this.lines);
    this.scrolling = false;
  }

  /** Tells of another match. */
  begin(session, table) {
    Object.assign(this, { session, table, before: null });
    this.lines.replaceChildren();
    this.heading(1);
  }

  relabel() {
    this.lines.setAttribute("aria-label", label(say("log")));
  }

  /** Begins anew what listeners are told. */
  hush() {
    this.live.textContent = "";
  }

  /** Tells listeners something that needs no line. */
  aloud(words) {
    this.live.textContent += ` ${label(words)}.`;
  }

  heading(deal) {
    this.lines.append(el("li", { class: "k-log-deal" }, say("deal", String(deal))));
  }

  /** Lines for what steps were: what was done, what was moved, what else has changed. */
  tell(steps, last = steps.at(-1)?.position ?? null) {
    const { speaker } = this.session;
    for (const step of steps) {
      if (step.said !== null) this.line([el("b", { class: "k-who" }, step.said[0])], doing(speaker, step.said), step.said[0]);
      for (const way of step.moved) this.line([], moving(speaker, way), "", "k-log-moved");
      if (step.deal !== null) this.tellDeal(step.deal);
    }
    if (last !== null) this.tellChanges(last);
    while (this.lines.childElementCount > MOST_LINES) this.lines.firstElementChild.remove();
    this.scroll();
  }

  /** The last line comes into sight, once for all that is told before the page is drawn. */
  scroll() {
    if (this.scrolling) return;
    this.scrolling = true;
    requestAnimationFrame(() => {
      this.scrolling = false;
      this.lines.scrollTop = this.lines.scrollHeight;
    });
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

  line(before, pieces, who, classes = "") {
    const item = el("li", { class: classes }, ...before, " ");
    item.append(this.table.line(pieces));
    this.lines.append(item);
    const words = label(this.session.speaker.plain(pieces));
    this.live.textContent += ` ${who ? `${who}: ` : ""}${words}.`;
  }
}

/** What a seat does, as pieces; a card that the reader does not see has no name. */
export const doing = (speaker, [, name, ...args]) => [speaker.word(name), ...args.map((word) => (word === null ? say("someone_card") : speaker.argument(word)))];

/** Cards that go from one place to another, as pieces. */
export const moving = (speaker, way) => [
  speaker.word(way.source), ...way.cells.flatMap(({ cards }) => cards.map((card) => ({ card }))), "→", ...speaker.cell(way.target, way.index),
];
