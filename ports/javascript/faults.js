// What can go wrong while the rules are followed.

/** The rules give no answer where they should; it never happens in a game whose proofs hold. */
export class RuleFault extends Error {
  constructor(what, clauses = []) {
    super(clauses.length ? `${what} (${clauses.join(", ")})` : what);
    this.name = "RuleFault";
    this.clauses = clauses;
  }
}

/** A word that stands for nothing here. */
export class WordFault extends Error {
  constructor(what) {
    super(what);
    this.name = "WordFault";
  }
}
