import type { Writable } from 'node:stream';
import type { TokenSource } from '../input/token.ts';

/** A stream that a person may watch. Its width is in characters; some terminals know none, or 0. */
export type Screen = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Where a command hears and speaks: its process, or what a test has in place of one. */
export interface Terminal {
  /** Looked at only where the token comes on it: to look at it opens it. */
  readonly stdin: TokenSource;
  readonly stdout: Screen;
  readonly stderr: Screen;
}
