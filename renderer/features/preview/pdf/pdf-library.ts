// Keep this order: the viewer expects on globalThis the library, which pdfjs-dist puts there.
import * as pdfjs from 'pdfjs-dist';
import * as viewerParts from 'pdfjs-dist/web/pdf_viewer.mjs';
import { isUnloaded } from '../read-content.ts';
import type { FromPdf, LeftOut } from './pdf-messages.ts';

export { pdfjs, viewerParts };

/** The character maps, fonts and decoders that PDF files rely on, as the build places them (resources/build-plugins/shipped-data.ts). */
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

/**
 * Starts a reader for one file: one that hangs ends with its preview, and no other waits for it. `onLeftOut`: something
 * of a page that is drawn is left out.
 */
export function startReader(onLeftOut: (why: LeftOut) => void): Reader {
  const port = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  port.addEventListener('message', ({ data }: MessageEvent<FromPdf>) => {
    if (data.leftOut !== undefined) onLeftOut(data.leftOut);
  });
  // The type allows only the default. By its warnings, which nobody else sees, the worker knows what is left out.
  const worker = new pdfjs.PDFWorker({
    port: port as unknown as null,
    verbosity: pdfjs.VerbosityLevel.WARNINGS,
  });
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
