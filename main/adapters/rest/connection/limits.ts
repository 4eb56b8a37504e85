/** All in milliseconds. */
export interface Limits {
  /** From asking for a connection to having one, TLS included. */
  readonly connectMs: number;
  /** Without a byte in either direction. */
  readonly idleMs: number;
  /** From the last byte sent to the end of a small reply, so that one byte a second does not go on forever. */
  readonly replyMs: number;
}

export const DEFAULT_LIMITS: Limits = { connectMs: 10_000, idleMs: 60_000, replyMs: 120_000 };

/** What did not move for too long. */
export type Stall = 'idle' | 'reply';
