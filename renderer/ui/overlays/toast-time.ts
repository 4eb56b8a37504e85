/** The shortest time, ms. */
const LEAST = { plain: 6000, bad: 20_000 } as const;
/** Per letter, ms: as slow as people read what they did not expect. */
const PER_LETTER = 75;

/** How long words stand, ms: long enough to be read, and what went wrong also for who was looking elsewhere. */
export function toastMs(message: string, tone: 'plain' | 'bad'): number {
  return Math.max(LEAST[tone], message.length * PER_LETTER);
}
