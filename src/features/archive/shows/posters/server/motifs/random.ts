/** Returns the next random number, 0 ≤ n < 1. */
export type Random = () => number;

/** Hashes a text's lower-case code points with FNV-1a: 32 bits, the same on every machine. */
export function hashText(text: string): number {
  let value = 2166136261;
  for (const character of text.toLowerCase()) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619);
  return value >>> 0;
}

/** Creates a mulberry32 generator, which is small and gives the same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns a random item of a non-empty list. */
export function pickRandom<T>(list: readonly [T, ...T[]], random: Random): T {
  return list[Math.floor(random() * list.length)] ?? list[0];
}
