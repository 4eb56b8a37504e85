import type { ContentFault } from '../read-bytes.ts';
import type { CheckedGlb } from './check-glb.ts';
import type { GlbFault } from './glb-format.ts';

export interface OpenGlb {
  readonly url: string;
}

export type FromGlb =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'checked'; readonly checked: CheckedGlb }
  | { readonly kind: 'fault'; readonly fault: GlbFault; readonly size: number }
  | { readonly kind: 'unread'; readonly fault: ContentFault; readonly size: number };

/** The page holds a file once, and graphics memory once more. */
export const MOST_BYTES = 800_000_000;
