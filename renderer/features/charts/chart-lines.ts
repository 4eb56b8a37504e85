import type { Colours } from '../../../shared/model/series.ts';
import { looksLikeStates } from '../../../shared/series/states.ts';
import { text } from '../../text/setup.ts';
import { format } from '../../ui/words/format.ts';
import type { PanelTitle } from './chart-panel.tsx';
import { idsOf, type ChartPanel } from './panels.ts';
import type { ChartLine } from './plot/line.ts';
import type { Gutters } from './plot/plot-options.ts';
import { axisWidth, unitsOf } from './plot/value-axes.ts';
import { valueRange } from './plot/value-range.ts';
import { distinctNames } from './points/distinct-names.ts';
import type { PointsIndex } from './points/points.ts';
import { quantityOf } from './points/quantity.ts';
import type { SeriesView } from './plot/series-view.ts';
import type { Range } from './time/range.ts';

export interface DrawnPanel extends PanelTitle {
  readonly panel: ChartPanel;
  readonly lines: readonly ChartLine[];
}

/** Charts with the samples of their series; `colours` has that of each on the page, so that a name has one hue there. */
export function drawnPanels(
  panels: readonly ChartPanel[],
  points: PointsIndex,
  byId: ReadonlyMap<string, SeriesView>,
  colours: Colours,
): readonly DrawnPanel[] {
  const names = distinctNames(idsOf(panels), points);
  return panels.map((panel) => {
    const lines = panel.series.map((id): ChartLine => {
      const { label, unit, lastAt } = points.of(id);
      const data = byId.get(id) ?? null;
      const states = data !== null && looksLikeStates(data.values, unit);
      // A check of the points may know of newer ones than the chart was read with.
      const newest = Math.max(lastAt ?? -Infinity, data?.lastAt ?? -Infinity);
      return {
        id,
        label: names.get(id) ?? label,
        unit,
        colour: colours[id] ?? 0,
        states,
        step: states || data?.cadence === 'uneven' || data?.cadence === 'mixed',
        lastAt: newest === -Infinity ? null : newest,
        data,
      };
    });
    return { panel, lines, ...titleOf(lines) };
  });
}

/** Named after what is measured if all lines measure the same, else after the lines. */
function titleOf(lines: readonly ChartLine[]): PanelTitle {
  const units = unitsOf(lines);
  const quantities = new Set(units.map(quantityOf));
  const [quantity = null] = quantities;
  const words = units.map((unit) => unit ?? text('charts.noUnit')).join(', ');
  if (quantities.size === 1 && quantity !== null)
    return { title: text(`charts.quantities.${quantity}`), units: words };
  const names = lines.map(({ label }) => label);
  return {
    title: names.length <= 2 ? format.list(names) : text('charts.panelOf', { count: names.length }),
    units: units.every((unit) => unit === null) ? '' : words,
  };
}

/** Narrower plots have no room for names at the lines' ends; the table below them has them too. */
const LABELS_FROM = 440;
const LABELS = 104;
/** A wide plot gives long names more, up to this part of its width; pixels of a letter, and of what is around them. */
const LABELS_SHARE = 0.2;
/** Axes of values take no more of what is left. */
const AXES_SHARE = 0.5;
const LETTER = 5.5;
const AROUND = 12;

export function guttersOf(
  panels: readonly DrawnPanel[],
  view: Range,
  pixels: number,
  scale: number,
): Gutters {
  const width = pixels / scale;
  const counts = panels.map(({ lines }) => unitsOf(lines).length);
  const letters = panels.flatMap(({ lines }) => lines.map(({ label }) => label.length));
  const longest = Math.max(0, ...letters) * LETTER + AROUND;
  const ranges = panels.flatMap(({ lines }) => unitsOf(lines).map((unit) => valueRange(lines, unit, view)));
  const labels = width >= LABELS_FROM ? Math.max(LABELS, Math.min(longest, width * LABELS_SHARE)) : 8;
  const axis = axisWidth(ranges);
  const fitting = Math.max(1, Math.floor(((width - labels) * AXES_SHARE) / axis));
  const most = Math.min(Math.max(1, ...counts), fitting);
  return {
    left: Math.ceil(most / 2),
    right: Math.floor(most / 2),
    axis: scale * axis,
    labels: scale * labels,
  };
}
