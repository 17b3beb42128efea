// A deal gone through step by step: forward, back, and as each seat sees it.

import { Game } from "../../../../ports/javascript/game.js";
import { el, label } from "./dom.js";
import { Speaker } from "./speaker.js";
import { Table } from "./table.js";
import { doing, moving } from "./telling.js";
import { say } from "./texts.js";
import { heard, Trail } from "./trail.js";

/** Chance as a short text tells it: where chance was plain, nothing is said (see outcomes.py). */
class Written {
  constructor(text) {
    this.left = text.split(".");
  }

  draw(values) {
    return values[parseInt(this.left.shift() || "0", 36)];
  }

  deal(pool, counts) {
    const piece = this.left.shift();
    const zones = Object.entries(counts);
    const rest = [...pool];
    const hand = (count, n) => (piece ? pool.filter((_, k) => piece[k] === n.toString(36)) : rest.splice(0, count));
    return Object.fromEntries(zones.map(([zone, count], n) => [zone, hand(count, n)]));
  }
}

/** Everything that can be stood at: { position, said, moved, line, ends }; `line` is that of the printed list, `ends` where a deal is over; the example comes about at the last. */
export function stations(game, { chance, moves, deal, step }) {
  const trail = new Trail(game);
  const written = new Written(chance);
  const choices = moves ? moves.split(".") : [];
  let position = game.first;
  const out = [];
  for (let n = 0; n <= choices.length; n += 1) {
    const before = position;
    const action = n ? game.actions(before)[parseInt(choices[n - 1], 36)] : null;
    const steps = trail.follow(before, action, written);
    const end = n === choices.length ? step : steps.length - 1;
    position = steps.at(-1).after;
    if (n === deal) out.push({ position: steps[end].after, said: null, moved: [], line: 0 });
    if (n <= deal) continue;
    steps.slice(0, end + 1).forEach((one, k) => {
      // Positions between two phases are stood at where cards move.
      if (k > 0 && k !== end && one.moved.length === 0) return;
      out.push({ position: one.after, said: k === 0 ? { before, after: one.after, action } : null, moved: one.moved, line: n - deal });
    });
    out.at(-1).ends = n < choices.length && steps.some((one) => one.reset);
  }
  return out;
}

export class Steps {
  /** `box` holds the printed list of steps, which goes along; a match `given` to show where two readings part begins there. */
  constructor(box, given, rules) {
    this.game = new Game(rules, given.options ?? {});
    this.speaker = new Speaker(rules);
    this.table = new Table(this.game, this.speaker);
    this.list = stations(this.game, given);
    this.printed = [...box.querySelectorAll("ol > li:is(:first-child, :not(.k-deal))")];
    this.at = given.other ? this.list.length - 1 : 0;
    this.me = null;
    this.board = el("div", { class: "k-board" });
    this.note = el("p", { class: "k-step-note", "aria-live": "polite" });
    this.sheet = el("div", { class: "k-sheets" });
    const button = (key, sign, to) =>
      el("button", { type: "button", class: "k-action", "aria-label": say(key), onclick: () => this.go(to()) }, sign);
    const bar = el("div", { class: "k-steps-bar", role: "group", "aria-label": say("steps") });
    this.count = el("span", { class: "k-step-count" });
    this.seats = el("select", { "aria-label": say("seen_by"), onchange: () => { this.me = this.seats.value || null; this.draw(); } });
    const option = (value, words) => {
      const one = el("option", { value }, label(words));
      Object.assign(one.dataset, { lt: words[0], en: words[1] });
      return one;
    };
    this.seats.append(option("", say("everybody")), ...this.game.seats.map((seat) => option(seat, say("seen_by").map((word) => `${word} ${seat}`))));
    bar.append(
      button("first", "⏮\ufe0e", () => 0), button("backward", "◀\ufe0e", () => this.at - 1), this.count,
      button("forward", "▶\ufe0e", () => this.at + 1), button("last", "⏭\ufe0e", () => this.list.length - 1),
      ...(this.list.some((one) => one.ends) ? [button("deal_back", "⏪\ufe0e", () => this.end(-1)), button("deal_on", "⏩\ufe0e", () => this.end(1))] : []),
      this.seats,
    );
    const player = el("div", { class: "k-steps k-play-look", onkeydown: (event) => this.keys(event) }, bar, this.note, this.board, this.sheet);
    box.querySelector("ol").before(player);
    new MutationObserver(() => this.draw()).observe(document.documentElement, { attributeFilter: ["data-language"] });
    this.draw();
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.list.length - 1, to));
    this.draw();
  }

  /** Where the next deal is over, or the one before. */
  end(way) {
    const ends = this.list.flatMap((one, at) => (one.ends && (at - this.at) * way > 0 ? [at] : []));
    return ends.at(way < 0 ? -1 : 0) ?? (way < 0 ? 0 : this.list.length - 1);
  }

  keys(event) {
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.list.length - 1 }[event.key];
    if (to === undefined || event.target === this.seats) return;
    event.preventDefault();
    this.go(to);
  }

  draw() {
    const one = this.list[this.at];
    const { felt } = this.table.draw(one.position, this.me, { acting: this.game.actor(one.position) });
    if (this.me !== null) felt.append(this.table.seat(this.me, this.table.view(one.position, this.me), "me", this.game.actor(one.position)));
    felt.querySelector(".k-place-me")?.classList.add("k-me");
    this.board.replaceChildren(felt);
    this.count.replaceChildren(...el("span", {}, say("step_of", String(this.at + 1), String(this.list.length))).childNodes);
    this.note.replaceChildren(this.told(one));
    this.note.classList.toggle("k-here", this.at === this.list.length - 1);
    this.sheet.replaceChildren(...this.table.sheet(this.seen(one.position), one.position));
    this.printed.forEach((line, n) => {
      if (n === one.line) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
  }

  /** What has just happened. */
  told({ said, moved }) {
    const pieces = [];
    const out = document.createDocumentFragment();
    if (said !== null) {
      const action = this.me === null ? said.action : heard(this.game, said.before, said.after, said.action, this.me);
      out.append(el("b", {}, action[0]), " ");
      pieces.push(...doing(this.speaker, action));
    } else if (moved.length === 0) pieces.push(this.speaker.phase(this.game.phaseName(this.list[this.at].position)));
    for (const way of moved) pieces.push(...moving(this.speaker, way));
    out.append(this.table.line(pieces));
    return out;
  }

  /** The variables as the chosen seat sees them; all of them where all cards lie open. */
  seen(position) {
    const flat = [];
    const go = (name, value, path) => {
      if (value !== null && typeof value === "object" && !Array.isArray(value)) Object.entries(value).forEach(([word, inner]) => go(name, inner, [...path, word]));
      else flat.push([name, this.speaker.cell(name, path), value, name, path]);
    };
    const { variables } = this.me === null ? this.game.inWords(position) : this.game.view(position, this.me);
    Object.entries(variables).forEach(([name, value]) => go(name, value, []));
    return flat;
  }
}
