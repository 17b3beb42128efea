// The address carries the match: #seed=7&seats=3&seat=B&overtrump=yes&moves=0.2.-.1

const RESERVED = ["seed", "seats", "seat", "moves"];
const MOST_SEED = 999999;

/** What the address says; `clean` is false where a part of it makes no sense. */
export function readLink(hash, counts, options, seats) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const out = { seed: null, count: counts[0], seat: null, options: {}, moves: [], clean: true };
  if (/^\d{1,9}$/.test(given.get("seed") ?? "")) out.seed = Number(given.get("seed"));
  else out.clean = !given.has("seed");
  const count = Number(given.get("seats") ?? out.count);
  if (counts.includes(count)) out.count = count;
  else out.clean = false;
  const seat = given.get("seat");
  if (seat !== null) {
    if (seats(out.count).includes(seat)) out.seat = seat;
    else out.clean = false;
  }
  const known = new Map(options.map((option) => [option.name, option.values]));
  for (const [name, value] of given) {
    if (RESERVED.includes(name)) continue;
    if (known.get(name)?.includes(value)) out.options[name] = value;
    else if (name !== "lang") out.clean = false;
  }
  const moves = given.get("moves") ?? "";
  if (/^([0-9a-z]+|-)(\.([0-9a-z]+|-))*$/.test(moves)) out.moves = moves.split(".");
  else if (moves !== "") out.clean = false;
  return out;
}

/** The address of a match. */
export function writeLink({ seed, count, seat, options, moves }, usual) {
  const out = new URLSearchParams({ seed });
  if (count !== usual.count) out.set("seats", count);
  if (seat !== usual.seat) out.set("seat", seat);
  for (const [name, value] of Object.entries(options)) out.set(name, value);
  if (moves.length) out.set("moves", moves.join("."));
  return `#${out}`;
}

/** A seed short enough to be read out. */
export const anySeed = () => Math.floor(Math.random() * (MOST_SEED + 1));
