import type { Box } from './backdrop.ts';
import type { Inks } from './inks.ts';
import { dashOf, type ChartLine } from './line.ts';
import { paintLine, type Place } from './paint-line.ts';

/** CSS pixels of the line that is pointed at. */
const WIDTH = 3;
/** How much of the others goes under. */
const VEIL = 0.75;

/** One line over all others, which are veiled: the way to find it among many. `place` is in CSS pixels. */
export function drawTraced(
  canvas: CanvasRenderingContext2D,
  line: ChartLine,
  place: Place,
  box: Box,
  inks: Inks,
): void {
  canvas.globalAlpha = VEIL;
  canvas.fillStyle = inks.of('--surface');
  canvas.fillRect(box.left, box.top, box.width, box.height);
  canvas.globalAlpha = 1;
  paintLine(canvas, line, place, {
    pixels: WIDTH,
    dashes: dashOf(line.colour),
    ink: inks.line(line.colour),
  });
}
