import type { PanelTitle } from '../chart-panel.tsx';
import { readInks } from '../plot/inks.ts';
import { dashOf, type ChartLine } from '../plot/line.ts';
import type { PlotView } from '../plot/plot-view.ts';
import { statTexts } from '../plot/value-range.ts';

export interface PicturePanel extends PanelTitle {
  readonly view: PlotView;
  readonly lines: readonly ChartLine[];
}

interface PictureWords {
  readonly title: string;
  /** Range and zone. */
  readonly subtitle: string;
  readonly min: string;
  readonly mean: string;
  readonly max: string;
}

const EDGE = 24;
const HEAD = 64;
const PANEL_HEAD = 28;
const LEGEND_ROW = 18;
const LEGEND_INDENT = 26;
const PANEL_GAP = 16;
const UNITS_GAP = 8;
const TITLE_FONT = '600 18px';
const SUBTITLE_FONT = '13px';
const PANEL_FONT = '600 13px';
const SMALL_FONT = '12px';

/** All charts of the page as one picture: title, range and zone, the plots, and a legend with what the lines reach. */
export async function chartsPng(panels: readonly PicturePanel[], words: PictureWords): Promise<Blob | null> {
  const ratio = devicePixelRatio;
  const drawn = panels.flatMap((panel) => {
    const plot = panel.view.canvas();
    return plot === null ? [] : [{ ...panel, plot }];
  });
  const heightOf = ({ plot, lines }: (typeof drawn)[number]): number =>
    PANEL_HEAD + plot.height / ratio + lines.length * LEGEND_ROW + PANEL_GAP;
  const height = HEAD + drawn.reduce((sum, panel) => sum + heightOf(panel), 0) + EDGE;
  const picture = document.createElement('canvas');
  const canvas = picture.getContext('2d');
  if (canvas === null) return null;
  const inks = readInks(document.body);
  const family = inks.font.slice(inks.font.indexOf(' ') + 1);
  const room = (text: string, font: string): number => {
    canvas.font = `${font} ${family}`;
    return Math.ceil(canvas.measureText(text).width);
  };
  // Not as narrow as the window where words need more: what is cut off a picture is lost.
  const inner = Math.max(
    320,
    room(words.title, TITLE_FONT),
    room(words.subtitle, SUBTITLE_FONT),
    ...drawn.flatMap(({ plot, title, units, lines }) => [
      plot.width / ratio,
      room(title, PANEL_FONT) + UNITS_GAP + room(units, SMALL_FONT),
      ...lines.map((line) => LEGEND_INDENT + room(legendText(line, words), SMALL_FONT)),
    ]),
  );
  const width = inner + 2 * EDGE;
  picture.width = Math.round(width * ratio);
  picture.height = Math.round(height * ratio);
  const write = (text: string, x: number, y: number, font: string, ink: string): number => {
    canvas.font = `${font} ${family}`;
    canvas.fillStyle = ink;
    canvas.fillText(text, x, y);
    return x + canvas.measureText(text).width;
  };
  canvas.scale(ratio, ratio);
  canvas.fillStyle = inks.of('--surface');
  canvas.fillRect(0, 0, width, height);
  canvas.textBaseline = 'middle';
  write(words.title, EDGE, 24, TITLE_FONT, inks.of('--ink'));
  write(words.subtitle, EDGE, 46, SUBTITLE_FONT, inks.of('--ink-2'));
  let top = HEAD;
  for (const panel of drawn) {
    const after = write(panel.title, EDGE, top + PANEL_HEAD / 2, PANEL_FONT, inks.of('--ink'));
    write(panel.units, after + UNITS_GAP, top + PANEL_HEAD / 2, SMALL_FONT, inks.of('--ink-3'));
    canvas.drawImage(panel.plot, EDGE, top + PANEL_HEAD, panel.plot.width / ratio, panel.plot.height / ratio);
    let row = top + PANEL_HEAD + panel.plot.height / ratio + LEGEND_ROW / 2;
    for (const line of panel.lines) {
      canvas.strokeStyle = inks.line(line.colour);
      canvas.lineWidth = 3;
      canvas.setLineDash([...dashOf(line.colour)]);
      canvas.beginPath();
      canvas.moveTo(EDGE, row);
      canvas.lineTo(EDGE + 18, row);
      canvas.stroke();
      write(legendText(line, words), EDGE + LEGEND_INDENT, row, SMALL_FONT, inks.of('--ink-2'));
      row += LEGEND_ROW;
    }
    canvas.setLineDash([]);
    top += heightOf(panel);
  }
  return new Promise((resolve) => picture.toBlob(resolve, 'image/png'));
}

function legendText({ id, label, unit, data }: ChartLine, { min, mean, max }: PictureWords): string {
  const name = label === id ? id : `${label} (${id})`;
  if (data === null) return name;
  const told = statTexts(data.stats);
  const withUnit = (value: string): string => (unit === null ? value : `${value} ${unit}`);
  return `${name} · ${min} ${withUnit(told.min)} · ${mean} ${withUnit(told.mean)} · ${max} ${withUnit(told.max)}`;
}
