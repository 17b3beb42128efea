// Whole positions in words, and back.

import { asPile } from "./expressions.js";
import { WordFault } from "./faults.js";

/** Cells as objects in objects, by the words of their indices; a single cell is its value alone. */
export function nested(cells, value) {
  const out = {};
  for (const cell of cells) {
    if (cell.path.length === 0) return value(cell);
    const inner = cell.path.slice(0, -1).reduce((at, word) => (at[word] ??= {}), out);
    inner[cell.path.at(-1)] = value(cell);
  }
  return out;
}

/** The whole position: `phase`, `variables` and `zones`. */
export function inWords(game, position) {
  const { layout, words } = game;
  const each = (families, value) =>
    Object.fromEntries([...families].map(([name, family]) => [name, nested(family.cells, (cell) => value(family, cell))]));
  return {
    phase: game.phaseName(position),
    variables: each(layout.variables, (family, cell) => words.json(family.type, position.values[cell.number])),
    zones: each(layout.zones, (family, cell) => position.cards[cell.number].map((card) => words.of("card")[card])),
  };
}

/** The position that words describe; what they leave out is as at the start, and cards in no zone are in the pack. */
export function fromWords(game, { phase, variables = {}, zones = {} }) {
  const { layout, words, rules, first } = game;
  const at = phase === undefined ? first.phase : words.of("phase").indexOf(phase);
  if (at < 0) throw new WordFault(`“${phase}” is no phase`);
  const values = first.values.slice();
  for (const [family, cell, word] of given(layout.variables, variables)) {
    const unwritten = word === null && family.given.initial === null;
    values[cell.number] = unwritten ? null : words.value(family.type, word);
  }
  const cards = first.cards.map(() => []);
  const seen = new Set();
  for (const [family, cell, list] of given(layout.zones, zones)) {
    if (!Array.isArray(list)) throw new WordFault(`${cell.name} takes a list of cards`);
    const there = list.map((word) => words.value({ kind: "enum", of: "card" }, word));
    for (const card of there) {
      if (seen.has(card)) throw new WordFault(`${words.of("card")[card]} lies in two zones`);
      seen.add(card);
    }
    if (family.kind === "one" && there.length > 1) throw new WordFault(`${cell.name} has room for one card only`);
    cards[cell.number] = family.kind === "pile" ? asPile(there) : there.sort((a, b) => a - b);
  }
  const left = words.of("card").map((_, i) => i).filter((card) => !seen.has(card));
  if (left.length && rules.pack in zones) throw new WordFault(`no zone holds ${words.of("card")[left[0]]}`);
  const pack = layout.zones.get(rules.pack).first;
  cards[pack] = [...cards[pack], ...left].sort((a, b) => a - b);
  return { phase: at, values, cards };
}

/** Each cell that is given something, with its family. */
function* given(families, object) {
  for (const [name, value] of Object.entries(object)) {
    const family = families.get(name);
    if (family === undefined) throw new WordFault(`there is no “${name}”`);
    let found = 0;
    for (const cell of family.cells) {
      const one = cell.path.reduce((inner, word) => inner?.[word], value);
      if (one === undefined) continue;
      found += 1;
      yield [family, cell, one];
    }
    if (found === 0) throw new WordFault(`${name} is not given by its index`);
  }
}
