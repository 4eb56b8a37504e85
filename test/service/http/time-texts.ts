import type { Stretch } from '../store/series-table.ts';
import type { Variation } from '../switches/variation.ts';

/** Writes times as JSON. Series of one site mostly share their times, so each month of them is written once. */
export class TimeTexts {
  readonly #form: Variation['timeseriesTime'];
  readonly #known = new Map<number, { readonly offsets: Uint32Array; readonly texts: readonly string[] }>();

  constructor(form: Variation['timeseriesTime']) {
    this.#form = form;
  }

  of(ms: number): string {
    if (this.#form === 'millis') return String(ms);
    if (this.#form === 'seconds') return String(ms / 1000);
    return `"${new Date(ms).toISOString().replace('.000Z', 'Z')}"`;
  }

  ofStretch(stretch: Stretch): readonly string[] {
    const { startMs, offsets } = stretch;
    const known = this.#known.get(startMs);
    if (known !== undefined && sameOffsets(known.offsets, offsets)) return known.texts;
    const texts = Array.from(offsets, (offset) => this.of(startMs + offset));
    this.#known.set(startMs, { offsets, texts });
    return texts;
  }
}

function sameOffsets(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((offset, at) => offset === b[at]);
}
