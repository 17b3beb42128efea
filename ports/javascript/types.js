// Types, and values in words. A value is true or false, a number, the index of a value of an enumeration, null for
// none, or a set: an array of indices, the lowest first.

import { WordFault } from "./faults.js";

/** A type from its word: "bool", "none", "0..12", "0..", "card", "card?", "set of card". */
export function readType(word) {
  const maybe = word.endsWith("?");
  const base = maybe ? word.slice(0, -1) : word;
  const range = /^(-?\d+)\.\.(-?\d+)?$/.exec(base);
  if (range) {
    return { kind: "number", low: Number(range[1]), high: range[2] === undefined ? Infinity : Number(range[2]), maybe };
  }
  if (base === "bool" || base === "none") return { kind: base, maybe };
  if (base.startsWith("set of ")) return { kind: "set", of: base.slice(7), maybe };
  return { kind: "enum", of: base, maybe };
}

/** The enumerations of a game, and what its values are called in the formal text. */
export class Words {
  constructor(rules) {
    this.enums = new Map(rules.enums.map((one) => [one.name, one.values]));
  }

  /** The values of an enumeration. */
  of(name) {
    return this.enums.get(name);
  }

  /** Every value of a type that has not too many, none first. */
  values(type) {
    const definite = {
      bool: () => [false, true],
      enum: () => this.of(type.of).map((_, i) => i),
      number: () => Array.from({ length: type.high - type.low + 1 }, (_, i) => type.low + i),
    }[type.kind]();
    return type.maybe ? [null, ...definite] : definite;
  }

  /** How many values a type has; Infinity for sets and for numbers without end. */
  count(type) {
    const sizes = { bool: 2, none: 1, set: Infinity, number: type.high - type.low + 1 };
    return (type.kind === "enum" ? this.of(type.of).length : sizes[type.kind]) + (type.maybe ? 1 : 0);
  }

  /** A value as JSON: words for values of enumerations, all else as it is. */
  json(type, value) {
    if (type.kind === "set") return value.map((one) => this.of(type.of)[one]);
    return value !== null && type.kind === "enum" ? this.of(type.of)[value] : value;
  }

  /** A value as an argument of an action: always a word. */
  word(type, value) {
    if (value === null) return "none";
    if (type.kind === "bool") return value ? "yes" : "no";
    return type.kind === "enum" ? this.of(type.of)[value] : String(value);
  }

  /** The value that a word stands for, be it an argument of an action or JSON. Throws WordFault where it stands for none. */
  value(type, word) {
    if (type.maybe && (word === null || word === "none")) return null;
    if (type.kind === "enum") {
      const index = this.of(type.of).indexOf(word);
      if (index >= 0) return index;
    } else if (type.kind === "bool") {
      const index = [false, true, "no", "yes"].indexOf(word);
      if (index >= 0) return index % 2 === 1;
    } else if (type.kind === "number") {
      const number = typeof word === "string" && /^-?[0-9]{1,9}$/.test(word) ? Number(word) : word;
      if (Number.isInteger(number) && number >= type.low && number <= type.high) return number;
    }
    throw new WordFault(`“${word}” stands for nothing here`);
  }
}
