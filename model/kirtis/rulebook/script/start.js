// The page of a game: its settings and its address, and the player between them.

import { el, label, pair, relabel } from "./dom.js";
import { anySeed, readLink, writeLink } from "./link.js";
import { symbols } from "./drawing.js";
import { Player } from "./player.js";
import { Speaker } from "./speaker.js";
import { Steps } from "./steps.js";
import { say } from "./texts.js";

const PACE = "kirtis-pace";

/** The rules of that name: a script of their own, loaded when they are wanted. */
function loadRules(name, address) {
  const there = () => window.kirtisRules?.[name];
  if (there()) return Promise.resolve(there());
  return new Promise((done, failed) => {
    const script = el("script", { src: address });
    script.onload = () => done(there());
    script.onerror = () => failed(new Error(address));
    document.head.append(script);
  });
}

class Page {
  constructor(root) {
    this.root = root;
    this.given = JSON.parse(root.dataset.play);
    this.counts = Object.keys(this.given.rules).map(Number);
    root.replaceChildren();
    this.pace = el("select", { onchange: () => this.keep(PACE, this.pace.value) });
    this.bar = el("form", { class: "k-bar", onsubmit: (event) => { event.preventDefault(); this.again(true); } });
    this.note = el("p", { class: "k-note", role: "status" });
    root.append(this.bar, this.note);
    this.player = new Player(root, this, this.pace, (session) => this.write(session));
  }

  load(count) {
    return loadRules(`${this.given.game}-${count}`, this.given.rules[count]);
  }

  async open() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const count = this.counts.includes(Number(wanted.get("seats"))) ? Number(wanted.get("seats")) : this.counts[0];
    this.rules = await this.load(count);
    const link = readLink(location.hash, this.counts, this.options(), () => this.seats());
    this.settings = { seed: link.seed ?? anySeed(), seat: link.seat ?? this.seats()[0], options: link.options };
    this.draw();
    const whole = this.start(link.moves);
    if (!link.clean || !whole) this.say("bad_link");
  }

  start(moves = []) {
    this.note.replaceChildren();
    return this.player.begin(this.rules, { ...this.settings, options: this.values(), hints: this.given.hints }, moves);
  }

  current() {
    return { rules: this.rules, settings: { ...this.settings, options: this.values(), hints: this.given.hints } };
  }

  seats() {
    return this.rules.enums.find((one) => one.name === "seat").values;
  }

  /** The options of the game, each with the words of its values. */
  options() {
    const values = (option) => {
      if (option.type === "bool") return [false, true];
      const range = /^(\d+)\.\.(\d+)$/.exec(option.type);
      if (range) return Array.from({ length: range[2] - range[1] + 1 }, (_, i) => Number(range[1]) + i);
      return this.rules.enums.find((one) => one.name === option.type).values.map((_, i) => i);
    };
    const word = (option, value) => {
      if (option.type === "bool") return value ? "yes" : "no";
      return /\.\./.test(option.type) ? String(value) : this.rules.enums.find((one) => one.name === option.type).values[value];
    };
    return this.rules.options.map((option) => ({
      name: option.name, finding: option.finding, values: values(option).map((value) => word(option, value)), usual: word(option, option.default), type: option.type,
    }));
  }

  /** The options as the game takes them. */
  values() {
    return Object.fromEntries(Object.entries(this.settings.options).map(([name, word]) => [name, /^\d+$/.test(word) ? Number(word) : word]));
  }

  /** Where a clause or finding stands in the book. */
  clause(id) {
    return `${this.given.pages[id.replace(/-[^-]*$/, "")] ?? ""}#${id}`;
  }

  write(session) {
    const { seed, seat, options } = this.settings;
    const link = writeLink({ seed, seat, options, count: this.seats().length, moves: session.moves }, { count: this.counts[0], seat: this.seats()[0] });
    this.written = link;
    history.replaceState(null, "", link);
    this.undo.disabled = session.moves.length === 0;
  }

  say(key, ...values) {
    this.note.replaceChildren(...pair(say(key, ...values)));
  }

  /** A new match: with the seed of the form if it was sent, else with another. */
  async again(sent = false) {
    const form = new FormData(this.bar);
    const count = Number(form.get("seats") ?? this.counts[0]);
    const changed = count !== this.seats().length;
    if (changed) this.rules = await this.load(count);
    const typed = String(form.get("seed") ?? "");
    const fresh = !sent || !/^\d{1,9}$/.test(typed);
    const options = {};
    for (const option of this.options()) {
      const value = form.get(option.name);
      if (value !== null && option.values.includes(value) && value !== option.usual) options[option.name] = value;
    }
    const seat = this.seats().includes(form.get("seat")) ? form.get("seat") : this.seats()[0];
    this.settings = { seed: fresh ? anySeed() : Number(typed), seat, options };
    const open = this.fold.open && !sent;
    this.draw(open);
    this.start();
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.say("copied");
    } catch {
      this.say("not_copied");
    }
  }

  keep(name, value) {
    try { localStorage.setItem(name, value); } catch { /* a private window keeps nothing */ }
  }

  kept(name) {
    try { return localStorage.getItem(name); } catch { return null; }
  }

  // -- the form -------------------------------------------------------------------------------------------------------

  draw(open = false) {
    const speaker = new Speaker(this.rules);
    const choice = (name, words, values, value, on) => this.field(words, this.select(name, values, value, on));
    const top = el("div", { class: "k-bar-row" });
    this.undo = el("button", { type: "button", class: "k-action", disabled: true, onclick: () => this.player.back() }, say("back"));
    top.append(
      el("button", { type: "button", class: "k-action k-main", onclick: () => this.again() }, say("new_match")),
      this.undo,
      el("button", { type: "button", class: "k-action", onclick: () => this.copy() }, say("copy")),
      el("a", { class: "k-action", href: this.given.book }, say("rules")),
      ...(this.given.examples ? [el("a", { class: "k-action", href: this.given.examples }, say("examples"))] : []),
    );
    const fold = el("details", { class: "k-settings" }, el("summary", {}, say("settings")));
    fold.open = open;
    this.fold = fold;
    const row = el("div", { class: "k-fields" });
    row.append(this.field(say("seed"), el("input", { name: "seed", inputmode: "numeric", pattern: "[0-9]{1,9}", value: this.settings.seed, size: 9 })));
    if (this.counts.length > 1) row.append(choice("seats", say("players"), this.counts.map((n) => [String(n), [String(n), String(n)]]), String(this.seats().length)));
    row.append(choice("seat", say("my_seat"), this.seats().map((seat) => [seat, speaker.word(seat)]), this.settings.seat));
    this.drawPace();
    row.append(this.field(say("pace"), this.pace));
    fold.append(row);
    const options = this.options();
    if (options.length) {
      const list = el("div", { class: "k-option-list", role: "group", "aria-label": say("options") });
      for (const option of options) {
        const values = option.values.map((value) => [value, speaker.word(value)]);
        const words = speaker.word(option.name);
        const field = choice(option.name, words, values, this.settings.options[option.name] ?? option.usual);
        if (option.finding) field.append(el("a", { href: this.clause(option.finding), class: "k-id", "aria-label": say("finding").map((word) => `${word} ${option.finding}`) }, option.finding));
        list.append(field);
      }
      fold.append(el("h2", {}, say("options")), list);
    }
    fold.append(el("button", { type: "submit", class: "k-action k-main" }, say("begin")));
    this.bar.replaceChildren(top, fold);
  }

  drawPace() {
    const value = this.kept(PACE) ?? (matchMedia("(prefers-reduced-motion: reduce)").matches ? "at_once" : "usual_pace");
    this.pace.replaceChildren(...["slow", "usual_pace", "at_once"].map((one) => this.option(one, say(one), value)));
  }

  field(words, input) {
    return el("label", { class: "k-field" }, el("span", {}, words), input);
  }

  select(name, values, value) {
    const select = el("select", { name });
    select.append(...values.map(([one, words]) => this.option(one, words, value)));
    return select;
  }

  /** An option of a list holds text alone, so that it is in one language: see `relabel`. */
  option(value, words, chosenValue) {
    const option = el("option", { value, selected: value === chosenValue });
    option.dataset.lt = words[0];
    option.dataset.en = words[1];
    option.textContent = label(words);
    return option;
  }
}

/** An example becomes a player once it is opened; a page of examples has one game, and brings its rules along, of several numbers of players where need be. */
function example(box) {
  const open = () => {
    if (!box.open || box.dataset.ready) return;
    box.dataset.ready = "yes";
    const given = JSON.parse(box.dataset.example);
    const rules = Object.entries(window.kirtisRules);
    new Steps(box, given, (rules.find(([name]) => name.endsWith(`-${given.seats}`)) ?? rules[0])[1]);
  };
  const follow = () => {
    if (decodeURIComponent(location.hash.slice(1)) === box.id) box.open = true;
    if (box.open) open();
  };
  box.addEventListener("toggle", open);
  addEventListener("hashchange", follow);
  follow();
}

for (const root of document.querySelectorAll(".k-play[data-play]")) {
  const page = new Page(root);
  page.open().catch((error) => page.player.fail(error));
  addEventListener("hashchange", () => { if (location.hash !== page.written) page.open(); });
}

const examples = document.querySelectorAll(".k-example[data-example]");
if (examples.length) document.body.prepend(Object.assign(el("div", { class: "k-symbols-box" }), { innerHTML: symbols() }));
examples.forEach(example);
new MutationObserver(() => relabel(document.body)).observe(document.documentElement, { attributeFilter: ["data-language"] });
