// Keep this order: the viewer expects on globalThis the library, which pdfjs-dist puts there.
import * as pdfjs from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- the bundler makes the default of an address
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import * as viewerParts from 'pdfjs-dist/web/pdf_viewer.mjs';
import { isUnloaded } from '../read-content.ts';

export { pdfjs, viewerParts };

/** The character maps, fonts and decoders that PDF files rely on, as the build places them (vite.shipped-data.ts). */
const DATA = new URL('./pdf-data/', document.baseURI).href;

/**
 * Options for every file: nothing in it runs (no scripts, no XFA), and only the file and the data above are loaded,
 * both from our own host.
 */
export const SAFE = {
  cMapUrl: `${DATA}cmaps/`,
  standardFontDataUrl: `${DATA}standard_fonts/`,
  wasmUrl: `${DATA}wasm/`,
  iccUrl: `${DATA}iccs/`,
  enableXfa: false,
  verbosity: pdfjs.VerbosityLevel.ERRORS,
  // In pixels: a page may claim a picture of any size.
  maxImageSize: 250_000_000,
} as const;

export interface Reader {
  readonly worker: InstanceType<typeof pdfjs.PDFWorker>;
  /** Resolves if the worker's script could not be loaded, for which the library would wait for ever. */
  readonly missing: Promise<void>;
  readonly stop: () => void;
}

/** Starts a reader for one file: one that hangs ends with its preview, and no other waits for it. */
export function startReader(): Reader {
  const port = new Worker(workerUrl, { type: 'module' });
  // The type allows only the default.
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
