import type { Failure } from '../../../../shared/failure.ts';

const [QUOTE, ESCAPE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];
const BLANKS: readonly number[] = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf];

/**
 * Does this JSON just end in the middle? Something on the way may end an answer too early, as if that were all. Such an
 * answer has no unknown shape, and comes whole another time. For bytes that are no valid JSON; takes a millisecond or
 * two for each MB.
 */
export function isCutOff(bytes: Uint8Array): boolean {
  const start = bytes.findIndex((byte) => !BLANKS.includes(byte));
  if (start < 0 || (bytes[start] !== OPEN_LIST && bytes[start] !== OPEN_OBJECT)) return false;
  let depth = 0;
  let inText = false;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inText) {
      if (byte === ESCAPE) at += 1;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return inText || depth > 0;
}

/** The code of zlib for packed bytes, of whatever kind, that just end in the middle. */
export const CUT_PACKED = 'Z_BUF_ERROR';

export function cutOff(subject: string, how = 'JSON that ends in its midst'): Failure {
  return {
    code: 'timeout',
    reason: 'broke',
    message: `The answer to ${subject} was cut off on its way.`,
    hint: '',
    retry: 'later',
    cut: true,
    detail: `CUT_OFF: ${how}`,
  };
}
