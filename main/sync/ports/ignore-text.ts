/** First bytes of a file that tell how it is encoded; without them it is UTF-8. */
const MARKS: readonly { readonly mark: readonly number[]; readonly encoding: string }[] = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
];

/**
 * The text of a `.siteignore`: UTF-8, or UTF-16 with a byte order mark, as Windows PowerShell's `echo` and Notepad's
 * "Unicode" write it. Null if it is neither: if it were read in another way, its lines would match nothing, and what
 * they name would be sent.
 */
export function ignoreTextOf(bytes: Uint8Array): string | null {
  const encoding =
    MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))?.encoding ?? 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // UTF-16 without a byte order mark.
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
