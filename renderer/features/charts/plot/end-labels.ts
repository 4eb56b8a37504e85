import { lowerBound } from '../../../../shared/series/search.ts';
import { cutMiddle } from '../../../text/cut-middle.ts';
import { cutName } from '../../../text/cut-name.ts';
import { tellingWords, type TellingWord } from '../../../text/telling-words.ts';
import type { Range } from '../time/range.ts';
import { fitInto, moveApart } from './apart.ts';
import type { ChartLine } from './line.ts';
import { heldAt } from './series-view.ts';
import type { PlotArea } from './plot-area.ts';

const GAP = 8;

interface Label {
  readonly text: string;
  readonly colour: number;
  y: number;
}

/**
 * Writes the names of the lines beside their ends, moved apart if they would overlap. If there is no room for all,
 * those that would be far from their line are left out: the table below names all.
 */
export function drawEndLabels(
  { canvas, box, view, inks }: PlotArea,
  lines: readonly ChartLine[],
  room: { readonly left: number; readonly width: number },
  yOf: (line: ChartLine, value: number) => number,
): void {
  canvas.font = `${inks.weight} ${inks.font}`;
  canvas.textAlign = 'left';
  canvas.textBaseline = 'middle';
  const gap = GAP * inks.scale;
  const words = tellingWords(lines.map(({ label }) => label));
  const labels = lines.flatMap((line): Label[] => {
    const { label, colour } = line;
    const value = lastValue(line, view);
    if (value === null) return [];
    return [{ text: fitted(canvas, label, room.width - gap, words.get(label)), colour, y: yOf(line, value) }];
  });
  for (const { text, colour, y } of placed(labels, inks.size + 3, box.top, box.top + box.height)) {
    canvas.fillStyle = inks.line(colour);
    canvas.fillText(text, room.left + gap, y);
  }
}

function lastValue({ data, step }: ChartLine, view: Range): number | null {
  if (data === null) return null;
  const start = lowerBound(data.times, view.from);
  for (let at = lowerBound(data.times, view.to, start) - 1; at >= start; at -= 1) {
    const value = data.values[at] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
  }
  // Where it has none in view, a line may still lead through it.
  return step ? heldAt(data, view.to).value : null;
}

function placed(labels: Label[], height: number, top: number, bottom: number): readonly Label[] {
  if (fitInto(labels.length, height, top, bottom)) {
    moveApart(labels, height, top, bottom);
    return labels;
  }
  let free = -Infinity;
  return labels
    .toSorted((a, b) => a.y - b.y)
    .filter(({ y }) => {
      const fits = y >= free;
      if (fits) free = y + height;
      return fits;
    });
}

/** Letters at the end of a name: lines of one kind differ there. */
const KEPT = 4;

/** The text, cut in its middle if it is wider than this in the font of the canvas. `telling`: the word that stays. */
export function fitted(
  canvas: CanvasRenderingContext2D,
  text: string,
  width: number,
  telling?: TellingWord,
): string {
  const fits = (shown: string): boolean => canvas.measureText(shown).width <= width;
  return fits(text) ? text : (cutName(text, KEPT, telling, fits) ?? cutMiddle(text, '', fits));
}
