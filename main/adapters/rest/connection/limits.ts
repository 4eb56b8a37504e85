/** All in milliseconds. */
export interface Limits {
  /** Time to get a connection, TLS included. */
  readonly connectMs: number;
  /** Time without a byte in either direction. */
  readonly idleMs: number;
  /** Time from the last byte sent to the end of a small reply: so one byte a second does not go on for ever. */
  readonly replyMs: number;
}

export const DEFAULT_LIMITS: Limits = { connectMs: 10_000, idleMs: 60_000, replyMs: 120_000 };

/** Which of these times ran out. `sleep`: this computer woke up, and the connection seems dead since. */
export type Stall = 'idle' | 'reply' | 'sleep';
