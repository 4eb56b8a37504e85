import type { Range } from '../time/range.ts';
import type { Inks } from './inks.ts';

/** A part of a canvas, in its own pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The plot area of a chart, and what it is drawn with, in CSS pixels. */
export interface PlotArea {
  readonly canvas: CanvasRenderingContext2D;
  /** It shows `view`; around it are axes and names. */
  readonly box: Box;
  readonly view: Range;
  readonly inks: Inks;
}

/** Where a moment lies from left to right. */
export function xOf(
  at: number,
  { box, view }: { readonly box: Pick<Box, 'left' | 'width'>; readonly view: Range },
): number {
  return box.left + ((at - view.from) / (view.to - view.from)) * box.width;
}
