import type { LocalFile } from '../trees.ts';
import type { FoundByNotedBytes } from './noted-bytes.ts';

/** What became of a file on this disk since both sides agreed on it. */
export type Here =
  | { readonly kind: 'same'; readonly local: LocalFile }
  /** Another fingerprint over the same bytes. */
  | { readonly kind: 'touched'; readonly local: LocalFile }
  | { readonly kind: 'changed'; readonly local: LocalFile }
  /** Same bytes and inode under another path. */
  | { readonly kind: 'moved'; readonly local: LocalFile }
  /**
   * Other bytes. With the same inode: in another folder under the same name, or anywhere that its record, or an update without
   * an answer, names. With any: in its place with other upper and lower case.
   */
  | { readonly kind: 'moved-changed'; readonly local: LocalFile }
  /**
   * Recognised by the bytes that were noted for its record (see `NotedBytes`). `placed`: it was moved here and then replaced by
   * this newer version, and the process ended before that was agreed on. `unread` is also said where several files may be a
   * moved one.
   */
  | FoundByNotedBytes
  | { readonly kind: 'gone' }
  /** Its place was ignored for a while, and other bytes lie there now. */
  | { readonly kind: 'replaced'; readonly local: LocalFile }
  /** Only its hash can tell. */
  | { readonly kind: 'unhashed'; readonly local: LocalFile; readonly why: 'touched' | 'maybe-moved' }
  /** Two agreements name the same path, and the file belongs to the other one. */
  | { readonly kind: 'displaced' }
  /**
   * One of several files that seem to have traded places, while one of them may lie in a folder that could not be read.
   * `local`: its own file; if that was not found, the file that lies in its place.
   */
  | { readonly kind: 'unseen'; readonly local: LocalFile }
  /** Not decided yet: its place is ignored or could not be read, or it depends on a file that has no hash yet. */
  | { readonly kind: 'unjudged' };
