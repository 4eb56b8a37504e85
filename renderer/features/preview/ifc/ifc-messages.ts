import type { ContentFault } from '../read-bytes.ts';

export interface ToIfc {
  readonly url: string;
  /** Address of the folder with web-ifc's WebAssembly, with a slash at the end. */
  readonly wasm: string;
}

export type FromIfc =
  | { readonly kind: 'progress'; readonly step: 'reading' | 'converting'; readonly done: number }
  | {
      readonly kind: 'ready';
      /** The model in the format of @thatopen/fragments. */
      readonly fragments: Uint8Array<ArrayBuffer>;
      readonly isPartial: boolean;
      /** It had been converted before. */
      readonly isKept: boolean;
    }
  | { readonly kind: 'unread'; readonly fault: ContentFault; readonly size: number }
  | { readonly kind: 'fault'; readonly fault: IfcFault };

export interface IfcFault {
  readonly code: 'empty' | 'no-ifc' | 'schema' | 'cut' | 'broken' | 'part-missing';
  readonly detail: string;
}

/** The memory of web-ifc ends at 4 GB, and a model needs about three times the size of its file. */
export const MOST_BYTES = 1_200_000_000;
