import type { Writable } from 'node:stream';
import type { TokenSource } from './input/token.ts';

/** What `--csv -` and `--out -` name: standard output, as with other programs. A file of that name is `./-`. */
export const STDOUT = '-';

/** A stream that a person may watch. Its width is in characters; some terminals know none, or 0. */
export type Screen = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Where a command reads and writes: its process, or a stand-in in tests. */
export interface Terminal {
  /** Touched only if the token comes on it: a mere look opens it. */
  readonly stdin: TokenSource;
  readonly stdout: Screen;
  readonly stderr: Screen;
}
