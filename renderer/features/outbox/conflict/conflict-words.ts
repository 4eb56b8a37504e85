import type { Conflict, ConflictReason } from '../../../../shared/ipc/outbox.ts';
import { text } from '../../../text/setup.ts';

type Own = Conflict['own'];

/** Where the words for the two sides stand: none is called mine that was not made on this computer. */
export function sideWords(own: Own): 'outbox.conflict' | 'outbox.conflict.elsewhere' {
  return own === 'neither' ? 'outbox.conflict.elsewhere' : 'outbox.conflict';
}

type ReasonKey = ConflictReason | 'alone' | 'aloneCame' | 'online' | 'onlineCame' | 'came' | 'unknown';

/**
 * Which words tell why there are two versions: by the history, by where the other came from, or that one alone is left,
 * on this computer or anywhere.
 */
function reasonKey({ own, device, theirs, reason }: Conflict): ReasonKey {
  const isOwn = own === 'copy' || device === '';
  if (theirs === null) return isOwn ? 'alone' : 'aloneCame';
  if (!theirs.here) return isOwn ? 'online' : 'onlineCame';
  return reason ?? (isOwn ? 'unknown' : 'came');
}

/** Why there are two versions, in a sentence that says that both are safe. */
export function whyTwo(conflict: Conflict): string {
  return text(`outbox.conflict.why.${reasonKey(conflict)}`, { device: conflict.device });
}

/** The same in a few words, for a line that names the file already. */
export function whyTwoBriefly(conflict: Conflict): string {
  return text(`outbox.conflict.briefly.${reasonKey(conflict)}`, { device: conflict.device });
}
