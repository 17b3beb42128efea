// Playing cards, drawn here: pips and letters, no pictures from anywhere.

const PIPS = {
  clubs: "M5 .6a2.1 2.1 0 0 1 1.75 3.25A2.1 2.1 0 1 1 5.6 6.9Q5.7 8.6 6.9 9.4H3.1Q4.3 8.6 4.4 6.9A2.1 2.1 0 1 1 3.25 3.85 2.1 2.1 0 0 1 5 .6Z",
  spades: "M5 .4C6 2.4 9.4 3.9 9.4 6.2a2 2 0 0 1-3.8.9Q5.7 8.7 6.9 9.5H3.1Q4.3 8.7 4.4 7.1A2 2 0 0 1 .6 6.2C.6 3.9 4 2.4 5 .4Z",
  hearts: "M5 9.5C4 7.6.5 5.6.5 3.1A2.4 2.4 0 0 1 5 2a2.4 2.4 0 0 1 4.5 1.1C9.5 5.6 6 7.6 5 9.5Z",
  diamonds: "M5 .3 8.8 5 5 9.7 1.2 5Z",
  joker: "M5 .4 6.3 3.6 9.7 3.8 7.1 6 8 9.3 5 7.5 2 9.3 2.9 6 .3 3.8 3.7 3.6Z",
};
const RED = new Set(["hearts", "diamonds"]);

// What the court wears: a crown, a coronet of flowers, a hat with a feather; each in a box of 40 by 16.
const COURT = {
  king: "M8 15V5l6 5 6-9 6 9 6-5v10ZM8 3.6a1.6 1.6 0 1 1 .01 0ZM32 3.6a1.6 1.6 0 1 1 .01 0Z",
  queen: "M9 15q-2-5-1-9 4 3 5 5 2-5 7-10 5 5 7 10 1-2 5-5 1 4-1 9ZM20 7.4a2 2 0 1 0 .01 0Z",
  jack: "M8 15q1-7 9-8 6-.6 9 1 1-6 8-7-1 6-5 9l1 5ZM8 12.6h22v2.4H8Z",
};

const L = 25, M = 36, R = 47;
const PLACES = {
  two: [[M, 24], [M, 80]],
  three: [[M, 24], [M, 52], [M, 80]],
  four: [[L, 24], [R, 24], [L, 80], [R, 80]],
  five: [[L, 24], [R, 24], [M, 52], [L, 80], [R, 80]],
  six: [[L, 24], [R, 24], [L, 52], [R, 52], [L, 80], [R, 80]],
  seven: [[L, 24], [R, 24], [M, 38], [L, 52], [R, 52], [L, 80], [R, 80]],
  eight: [[L, 24], [R, 24], [M, 38], [L, 52], [R, 52], [M, 66], [L, 80], [R, 80]],
  nine: [[L, 22], [R, 22], [L, 42], [R, 42], [M, 52], [L, 62], [R, 62], [L, 82], [R, 82]],
  ten: [[L, 22], [R, 22], [M, 32], [L, 42], [R, 42], [L, 62], [R, 62], [M, 72], [L, 82], [R, 82]],
};

/** What all cards of a page share; to be put into it once. */
export function symbols() {
  const pips = Object.entries(PIPS).map(([suit, d]) => `<symbol id="k-pip-${suit}" viewBox="0 0 10 10"><path d="${d}"/></symbol>`);
  const courts = Object.entries(COURT).map(([rank, d]) => `<symbol id="k-court-${rank}" viewBox="0 0 40 16"><path d="${d}" fill-rule="evenodd"/></symbol>`);
  const back =
    '<symbol id="k-back" viewBox="0 0 72 104"><rect x=".5" y=".5" width="71" height="103" rx="8" class="k-back-edge"/>' +
    '<rect x="5" y="5" width="62" height="94" rx="5" class="k-back-ground"/><g class="k-back-lines">' +
    [0, 1, 2, 3].map((i) => `<path d="M36 ${18 + 22.6 * i - 11.3}l12 11.3-12 11.3-12-11.3Z"/><path d="M36 ${18 + 22.6 * i - 5.5}l6 5.5-6 5.5-6-5.5Z"/>`).join("") +
    '<path d="M12 10v84M60 10v84M16 10v84M56 10v84"/></g></symbol>';
  return `<svg class="k-symbols" width="0" height="0" aria-hidden="true" focusable="false">${pips.join("")}${courts.join("")}${back}</svg>`;
}

/** The face of a card: its suit and rank in the words of the rules, null for a joker; `letters` is the sign of its rank in both languages. */
export function face(suit, rank, letters) {
  const kind = suit ?? "joker";
  const pip = (x, y, size, turned = false) =>
    `<use href="#k-pip-${kind}" x="${-size / 2}" y="${-size / 2}" width="${size}" height="${size}" transform="translate(${x} ${y})${turned ? " rotate(180)" : ""}"/>`;
  const letter = (attributes) =>
    letters[0] === letters[1]
      ? `<text ${attributes}>${letters[0]}</text>`
      : `<text class="k-lt" ${attributes}>${letters[0]}</text><text class="k-en" ${attributes}>${letters[1]}</text>`;
  const wide = letters[0].length > 1 ? 'x="11.5" y="19" textLength="15" lengthAdjust="spacingAndGlyphs"' : 'x="11" y="19"';
  const corner = suit === null ? pip(11, 14, 13) : letter(wide) + pip(11, 27, 9.5);
  return `<svg viewBox="0 0 72 104" class="${RED.has(suit) ? "k-red" : suit === null ? "k-star" : "k-black"}" aria-hidden="true" focusable="false">
<rect x=".5" y=".5" width="71" height="103" rx="8" class="k-drawn-ground"/>${corner}<g transform="rotate(180 36 52)">${corner}</g>${middle(suit, rank, pip, letter)}</svg>`;
}

function middle(suit, rank, pip, letter) {
  if (suit === null) return pip(36, 52, 40);
  if (PLACES[rank]) return PLACES[rank].map(([x, y]) => pip(x, y, 11.5, y > 52)).join("");
  if (!COURT[rank]) return pip(36, 52, 34);
  return `<rect x="20" y="11" width="32" height="82" rx="4" class="k-frame"/><use href="#k-court-${rank}" x="19" y="20" width="34" height="13.6"/>
${letter('x="36" y="60" style="font-size:28px;font-family:var(--font-stack)"')}${pip(36, 76, 16)}`;
}

/** The back of a card. */
export const back = () => '<svg viewBox="0 0 72 104" aria-hidden="true" focusable="false"><use href="#k-back"/></svg>';

export const isRed = (suit) => RED.has(suit);
