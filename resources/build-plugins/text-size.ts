import type { Plugin } from 'vite';

/** As in renderer/ui/look/text-size.ts. */
const DRAWN_FOR = 16;
/** Lines, rings and their offsets stay as fine as they are. */
const FINE = 2;
const LENGTH = /(?<![\w.])(\d+(?:\.\d+)?)px\b/g;

/**
 * Style sheets of the screens are written in the pixels of their drawings, for text of 16 px. In what is built these are
 * shares of the person's own text size, so that rows, columns and all else grow with the type that they hold.
 */
export function textSize(): Plugin {
  return {
    name: 'text-size',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\/renderer\/.*\.css$/, exclude: /\/node_modules\// } },
      handler: (code) => ({ code: code.replace(LENGTH, inText), map: null }),
    },
  };
}

function inText(length: string, pixels: string): string {
  return Number(pixels) <= FINE ? length : `${Number(pixels) / DRAWN_FOR}rem`;
}
