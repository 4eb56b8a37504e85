import { dashOf, type ChartLine } from './line.ts';
import { paintLine, type Place } from './paint-line.ts';
import type { PlotArea } from './plot-area.ts';

/** CSS pixels of the line that is pointed at. */
const WIDTH = 3;
/** How much of the others goes under. */
const VEIL = 0.75;

/** One line over all others, which are veiled: the way to find it among many. */
export function drawTraced(
  { canvas, box, view, inks }: PlotArea,
  line: ChartLine,
  { low, high }: Pick<Place, 'low' | 'high'>,
): void {
  canvas.globalAlpha = VEIL;
  canvas.fillStyle = inks.of('--surface');
  canvas.fillRect(box.left, box.top, box.width, box.height);
  canvas.globalAlpha = 1;
  paintLine(
    canvas,
    line,
    { ...box, view, low, high },
    {
      pixels: WIDTH,
      dashes: dashOf(line.colour),
      ink: inks.line(line.colour),
    },
  );
}
