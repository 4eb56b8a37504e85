import type { ContentFault } from '../read-bytes.ts';

export interface ToIfc {
  /** Address of the file. */
  readonly url: string;
  /** Address of the folder of web-ifc's WebAssembly, with a slash at its end. */
  readonly wasm: string;
}

export type FromIfc =
  | { readonly kind: 'progress'; readonly step: 'reading' | 'converting'; readonly done: number }
  | {
      readonly kind: 'ready';
      /** The model in the form of @thatopen/fragments. */
      readonly fragments: Uint8Array<ArrayBuffer>;
      readonly isPartial: boolean;
      /** It was worked out before. */
      readonly isKept: boolean;
    }
  | { readonly kind: 'unread'; readonly fault: ContentFault; readonly size: number }
  | { readonly kind: 'fault'; readonly fault: IfcFault };

export interface IfcFault {
  readonly code: 'empty' | 'no-ifc' | 'schema' | 'cut' | 'broken' | 'part-missing';
  readonly detail: string;
}

/** Bytes: web-ifc's memory ends at 4 GB, of which a model takes some three times its file. */
export const MOST_BYTES = 1_200_000_000;
