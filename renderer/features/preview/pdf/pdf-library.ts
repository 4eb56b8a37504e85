// In this order: the viewer takes the library from globalThis, where pdfjs-dist puts itself.
import * as pdfjs from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- the bundler makes the default of an address
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import * as viewerParts from 'pdfjs-dist/web/pdf_viewer.mjs';
import { isUnloaded } from '../read-content.ts';

export { pdfjs, viewerParts };

/** Where the build puts character maps, fonts and decoders that PDF files take for granted (vite.shipped-data.ts). */
const DATA = new URL('./pdf-data/', document.baseURI).href;

/**
 * How every file is opened: nothing of it is run (no scripts, no XFA), nothing is fetched but the file and the data above,
 * both from our own host.
 */
export const SAFE = {
  cMapUrl: `${DATA}cmaps/`,
  standardFontDataUrl: `${DATA}standard_fonts/`,
  wasmUrl: `${DATA}wasm/`,
  iccUrl: `${DATA}iccs/`,
  enableXfa: false,
  verbosity: pdfjs.VerbosityLevel.ERRORS,
  // Pixels: a page may hold a picture of any size that it claims.
  maxImageSize: 250_000_000,
} as const;

export interface Reader {
  readonly worker: InstanceType<typeof pdfjs.PDFWorker>;
  /** Its script could not be loaded: the library would wait for it without an end. */
  readonly missing: Promise<void>;
  readonly stop: () => void;
}

/** A reader of its own for each file: one that hangs is ended with its preview, and no other waits for it. */
export function startReader(): Reader {
  const port = new Worker(workerUrl, { type: 'module' });
  // The types know the default alone.
  const worker = new pdfjs.PDFWorker({ port: port as unknown as null });
  const missing = new Promise<void>((resolve) =>
    port.addEventListener('error', (event) => {
      if (isUnloaded(event)) resolve();
    }),
  );
  return {
    worker,
    missing,
    stop: () => {
      worker.destroy();
      port.terminate();
    },
  };
}
