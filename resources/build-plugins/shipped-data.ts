import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const MODULES = join(import.meta.dirname, '..', '..', 'node_modules');

/** What libraries fetch by name at run time: where it lies, where it goes, and which of it. */
const FOLDERS: readonly (readonly [from: string, to: string, wanted: RegExp])[] = [
  ['pdfjs-dist/cmaps', 'pdf-data/cmaps', /\.bcmap$/],
  ['pdfjs-dist/standard_fonts', 'pdf-data/standard_fonts', /\.(pfb|ttf)$|^LICENSE/],
  // Of the decoders, not the one that runs scripts of a PDF.
  ['pdfjs-dist/wasm', 'pdf-data/wasm', /^(jbig2|openjpeg|qcms_bg)\.wasm$|^LICENSE_(?!QUICKJS|PDFJS_QUICKJS)/],
  ['pdfjs-dist/iccs', 'pdf-data/iccs', /\.icc$|^LICENSE/],
  // Kept at 0.0.77: in 0.0.78 this file is of another build than the script that calls it.
  ['web-ifc', 'ifc-data', /^web-ifc\.wasm$|^LICENSE/],
];

/** Puts the data of the libraries beside the page. */
export function shippedData(): Plugin {
  return {
    name: 'shipped-data',
    generateBundle() {
      for (const [from, to, wanted] of FOLDERS)
        for (const name of readdirSync(join(MODULES, from)).filter((each) => wanted.test(each)))
          this.emitFile({
            type: 'asset',
            fileName: `${to}/${name}`,
            source: readFileSync(join(MODULES, from, name)),
          });
    },
  };
}
