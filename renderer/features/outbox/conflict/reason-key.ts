import type { Conflict, ConflictReason } from '../../../../shared/ipc/outbox.ts';

/** The key of the words for a conflict: why both versions were kept, or that only one is left. */
export function reasonKey({ theirs, reason }: Conflict): ConflictReason | 'alone' | 'unknown' {
  return theirs === null ? 'alone' : (reason ?? 'unknown');
}
