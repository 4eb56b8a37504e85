import { createHash } from 'node:crypto';

/** Uniform numbers in [0, 1). */
export type Random = () => number;

/** The same name gives the same numbers on every machine: integer arithmetic only (mulberry32). */
export function seeded(name: string): Random {
  let state = createHash('sha256').update(`sitesync sample 1 ${name}`).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Roughly normal with mean 0 and deviation 1: four uniforms, cheap and bounded by ±3.5. */
export function normal(random: Random): number {
  return (random() + random() + random() + random() - 2) * Math.sqrt(3);
}

export function pick<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}

/** A UUID (shaped as version 4) that depends on the name alone. */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(`sitesync sample ${name}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4] ?? '8';
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
