import type { Conflict, ConflictReason } from '../../../../shared/ipc/outbox.ts';

/** By which the words for a conflict go: why both versions were kept, or that one is left by now. */
export function reasonKey({ theirs, reason }: Conflict): ConflictReason | 'alone' | 'unknown' {
  return theirs === null ? 'alone' : (reason ?? 'unknown');
}
