/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * One range of `Range: bytes=…` (RFC 9110, 14.1). Null: send everything, which is also the right answer to several
 * ranges or an invalid one. `unsatisfiable`: the file has none of these bytes.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return null;
  return from >= size ? 'unsatisfiable' : { from, to };
}
