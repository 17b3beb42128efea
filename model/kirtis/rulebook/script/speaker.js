// The words of one game, always in both languages: a pair [Lithuanian, English]. What is said in one line is a list of
// pieces: pairs, texts, and cards as { card: name }.

export class Speaker {
  constructor(rules) {
    this.words = rules.words;
    const of = (name) => rules.enums.find((one) => one.name === name)?.values ?? [];
    const map = (name) => rules.maps.find((one) => one.name === name)?.values ?? [];
    const [suits, ranks, signs] = [of("suit"), of("rank"), [map("suit"), map("rank")]];
    /** Each card with its suit and rank, in words of the rules; both null for a joker. */
    this.cards = new Map(of("card").map((name, i) => [name, { suit: suits[signs[0][i]] ?? null, rank: ranks[signs[1][i]] ?? null }]));
    for (const card of this.cards.values()) if (card.suit === null) card.rank = null;
  }

  /** A word of the rules for people; the formal word where there is none. */
  word(name) {
    return this.words[name] ?? [name, name];
  }

  /** A phase: its own words, where it shares its name with an action. */
  phase(name) {
    return this.words[`phase ${name}`] ?? this.word(name);
  }

  /** What is written in the corner of a card. */
  letters(name) {
    const { rank } = this.cards.get(name);
    return rank === null ? ["", ""] : this.words[`sign of ${rank}`] ?? this.word(rank);
  }

  /** A card by name, for listeners. */
  cardName(name) {
    return this.word(name);
  }

  /** An argument of an action. */
  argument(word) {
    if (word === null) return this.word("none");
    return this.cards.has(word) ? { card: word } : this.word(word);
  }

  /** An action without its seat, as pieces. */
  action([, name, ...args]) {
    return [this.word(name), ...args.map((arg) => this.argument(arg))];
  }

  /** A value of a variable, as pieces. */
  value(value) {
    if (value === null) return [this.word("none")];
    if (typeof value === "boolean") return [this.word(value ? "yes" : "no")];
    if (Array.isArray(value)) return value.length ? value.map((one) => this.argument(one)) : ["–"];
    return [typeof value === "string" ? this.argument(value) : String(value)];
  }

  /** A variable or zone with the words of its index, as pieces. */
  cell(name, path) {
    return [this.word(name), ...path.map((word) => this.argument(word))];
  }

  /** Pieces as one pair of plain texts, cards by name or by sign. */
  plain(pieces, signs = false) {
    return [0, 1].map((n) =>
      pieces
        .map((piece) => {
          if (typeof piece === "string") return piece;
          if (Array.isArray(piece)) return piece[n];
          return signs ? this.word(`sign of ${piece.card}`)[n] : this.cardName(piece.card)[n];
        })
        .join(" "),
    );
  }
}

/** The first letter large. */
export const capital = (words) => words.map((text) => text.slice(0, 1).toLocaleUpperCase("lt") + text.slice(1));
