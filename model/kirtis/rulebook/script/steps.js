// A deal gone through step by step: forward, back, and as each seat sees it.

import { Game } from "../../../../ports/javascript/game.js";
import { Seeded } from "../../../../ports/javascript/chance.js";
import { el, label } from "./dom.js";
import { Speaker } from "./speaker.js";
import { Table } from "./table.js";
import { doing, moving } from "./telling.js";
import { say } from "./texts.js";
import { heard, Trail } from "./trail.js";

/** Everything that can be stood at: { position, said, moved, list }; `list` is the line of the printed list that it belongs to. */
export function stations(game, { seed, moves, deal, choice, step }) {
  const trail = new Trail(game);
  const chance = new Seeded(seed);
  const done = trail.follow(game.first, null, chance);
  let position = done.length ? done.at(-1).after : game.first;
  const out = [];
  let here = 0;
  moves.split(".").forEach((move, n) => {
    if (n === deal) out.push({ position, said: null, moved: [], line: 0 });
    const action = game.actions(position)[parseInt(move, 36)];
    const before = position;
    const steps = trail.follow(position, action, chance);
    position = steps.at(-1).after;
    if (n < deal) return;
    const wanted = n + 1 === choice ? (step < 0 ? steps.length - 1 : step) : -1;
    steps.forEach((one, k) => {
      const last = k === steps.length - 1;
      // Positions between two phases are stood at where the example is one of them, or where cards move.
      if (k > 0 && k !== wanted && one.moved.length === 0 && !(last && steps.length > 1)) return;
      if (k === wanted) here = out.length;
      out.push({ position: one.after, said: k === 0 ? { before, after: one.after, action } : null, moved: one.moved, line: n - deal + 1 });
    });
  });
  return { list: out, here };
}

export class Steps {
  /** `box` holds the printed list of steps, which goes along. */
  constructor(box, rules) {
    const given = JSON.parse(box.dataset.example);
    this.game = new Game(rules, given.options ?? {});
    this.speaker = new Speaker(rules);
    this.table = new Table(this.game, this.speaker);
    Object.assign(this, stations(this.game, given));
    this.printed = [...box.querySelectorAll("ol > li")];
    this.at = this.here;
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
      el("button", { type: "button", class: "k-action k-to-here", onclick: () => this.go(this.here) }, say("here")), this.seats,
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
    this.note.classList.toggle("k-here", this.at === this.here);
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
