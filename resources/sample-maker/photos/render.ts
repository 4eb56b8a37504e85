import { Resvg } from '@resvg/resvg-js';

/** A picture without text, so that no font of the machine has a say in its bytes. */
export function renderPng(svg: string): Uint8Array {
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}
