// Chance: { draw(values), deal(pool, counts) }, in words. It gives one of the values, or cards of the pool for each zone
// named in `counts`, as many as it says there. This one follows a seed, and gives what Kirtis gives for the same seed.

/** An outcome that could not come out. */
export class ChanceFault extends Error {
  constructor(what) {
    super(what);
    this.name = "ChanceFault";
  }
}

/** Chance by a seed, a whole number from 0 (a BigInt where it is large). */
export class Seeded {
  constructor(seed) {
    this.twister = new Twister(BigInt(seed));
  }

  draw(values) {
    return values[Math.floor(this.twister.random() * values.length)];
  }

  /** By Fisher and Yates; a last zone that takes all that is left takes it without a number. */
  deal(pool, counts) {
    const cards = pool.map((_, i) => i);
    const zones = Object.entries(counts);
    const asked = zones.reduce((sum, [, count]) => sum + count, 0);
    const dealt = {};
    let left = pool.length;
    zones.forEach(([zone, count], n) => {
      let hand;
      if (n === zones.length - 1 && asked === pool.length) {
        hand = cards.slice(0, left);
      } else {
        hand = Array.from({ length: count }, () => {
          const at = Math.floor(this.twister.random() * left--);
          const card = cards[at];
          cards[at] = cards[left];
          return card;
        });
      }
      dealt[zone] = hand.sort((a, b) => a - b).map((card) => pool[card]);
    });
    return dealt;
  }
}

const N = 624;
const M = 397;

/** The Mersenne twister (MT19937), seeded as Python’s `random.Random` is by a whole number. */
class Twister {
  constructor(seed) {
    const key = [];
    for (let rest = seed; rest > 0n || key.length === 0; rest >>= 32n) key.push(Number(rest & 0xffffffffn));
    const s = (this.state = new Uint32Array(N));
    s[0] = 19650218;
    for (let i = 1; i < N; i++) s[i] = Math.imul(1812433253, s[i - 1] ^ (s[i - 1] >>> 30)) + i;
    let i = 1;
    const next = () => {
      if (++i === N) {
        s[0] = s[N - 1];
        i = 1;
      }
    };
    for (let k = Math.max(N, key.length), j = 0; k > 0; k--, j = (j + 1) % key.length) {
      s[i] = (s[i] ^ Math.imul(s[i - 1] ^ (s[i - 1] >>> 30), 1664525)) + key[j] + j;
      next();
    }
    for (let k = N - 1; k > 0; k--) {
      s[i] = (s[i] ^ Math.imul(s[i - 1] ^ (s[i - 1] >>> 30), 1566083941)) - i;
      next();
    }
    s[0] = 0x80000000;
    this.at = N;
  }

  /** The next 32 bits. */
  next() {
    const s = this.state;
    if (this.at === N) {
      for (let i = 0; i < N; i++) {
        const y = (s[i] & 0x80000000) | (s[(i + 1) % N] & 0x7fffffff);
        s[i] = s[(i + M) % N] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      this.at = 0;
    }
    let y = s[this.at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /** A number from 0 to 1, without 1. */
  random() {
    return ((this.next() >>> 5) * 67108864 + (this.next() >>> 6)) / 9007199254740992;
  }
}
