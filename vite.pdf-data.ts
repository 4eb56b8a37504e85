import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = join(import.meta.dirname, 'node_modules', 'pdfjs-dist');
/** Of the decoders, not the one that runs scripts of a PDF. */
const FOLDERS: Readonly<Record<string, RegExp>> = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(pfb|ttf)$|^LICENSE/,
  wasm: /^(jbig2|openjpeg|qcms_bg)\.wasm$|^LICENSE_(?!QUICKJS|PDFJS_QUICKJS)/,
  iccs: /\.icc$|^LICENSE/,
};

/** Puts the data that pdf.js fetches by name into `pdf-data/` beside the page. */
export function pdfData(): Plugin {
  return {
    name: 'pdf-data',
    generateBundle() {
      for (const [folder, wanted] of Object.entries(FOLDERS))
        for (const name of readdirSync(join(SOURCE, folder)).filter((each) => wanted.test(each)))
          this.emitFile({
            type: 'asset',
            fileName: `pdf-data/${folder}/${name}`,
            source: readFileSync(join(SOURCE, folder, name)),
          });
    },
  };
}
