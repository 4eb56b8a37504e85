import { LONGEST_ID } from '../../../shared/model/series.ts';

/** One chart of a page: the ids of its series. */
export interface ChartPanel {
  readonly id: string;
  readonly series: readonly string[];
}

/** Recognizes the charts of a page. */
export function arePanels(value: unknown): value is readonly ChartPanel[] {
  const all: readonly unknown[] | null = Array.isArray(value) ? value : null;
  return all !== null && all.every(isPanel) && all.length <= MOST_PANELS && idsOf(all).length <= MOST_SERIES;
}

function isPanel(value: unknown): value is ChartPanel {
  if (typeof value !== 'object' || value === null) return false;
  const { id, series } = value as { id?: unknown; series?: unknown };
  return typeof id === 'string' && Array.isArray(series) && series.every(isId);
}

function isId(value: unknown): value is string {
  return typeof value === 'string';
}

/** A longer id would make every question about the charts fail, also for the others. */
export function withoutTooLong(panels: readonly ChartPanel[]): readonly ChartPanel[] {
  return panels.reduce(
    (kept, { series }) => series.filter((id) => id.length > LONGEST_ID).reduce(withoutSeries, kept),
    panels,
  );
}

/** What is known of a point besides its samples, from a datamodel if one names it. */
export interface PointFacts {
  readonly id: string;
  readonly label: string;
  readonly unit: string | null;
  readonly class: string | null;
  readonly equipment: string | null;
  /** Time of its newest sample with a value, as far as it is known; null also of what no datamodel names. */
  readonly lastAt: number | null;
}

export const MOST_PANELS = 20;
export const MOST_SERIES = 50;

type UnitOf = (id: string) => string | null;

export function idsOf(panels: readonly ChartPanel[]): readonly string[] {
  return panels.flatMap(({ series }) => series);
}

/** With one more series: in the chart of its unit, else in one of its own. */
export function withSeries(panels: readonly ChartPanel[], id: string, unitOf: UnitOf): readonly ChartPanel[] {
  if (idsOf(panels).includes(id) || idsOf(panels).length >= MOST_SERIES) return panels;
  const unit = unitOf(id);
  const fits = panels.find(({ series }) => series.every((each) => unitOf(each) === unit));
  if (fits !== undefined) return panels.map((panel) => (panel === fits ? withLine(panel, id) : panel));
  return panels.length >= MOST_PANELS ? panels : [...panels, { id: freeId(panels), series: [id] }];
}

export function withoutSeries(panels: readonly ChartPanel[], id: string): readonly ChartPanel[] {
  return panels
    .map((panel) => ({ ...panel, series: panel.series.filter((each) => each !== id) }))
    .filter(({ series }) => series.length > 0);
}

/** The series in another chart; null: in one of its own, right after the chart it was in. */
export function moveSeries(
  panels: readonly ChartPanel[],
  id: string,
  target: string | null,
): readonly ChartPanel[] {
  const from = panels.findIndex(({ series }) => series.includes(id));
  if (from < 0 || panels[from]?.id === target) return panels;
  const taken = panels.map((panel) => ({ ...panel, series: panel.series.filter((each) => each !== id) }));
  const placed =
    target === null
      ? taken.toSpliced(from + 1, 0, { id: freeId(panels), series: [id] })
      : taken.map((panel) => (panel.id === target ? withLine(panel, id) : panel));
  return placed.filter(({ series }) => series.length > 0);
}

/** As much of the charts as a page shows: a template may find more points than are asked for at a time. */
export function fitting(panels: readonly ChartPanel[]): readonly ChartPanel[] {
  let room = MOST_SERIES;
  const shown = panels.slice(0, MOST_PANELS).map((panel) => {
    const series = panel.series.slice(0, room);
    room -= series.length;
    return { ...panel, series };
  });
  return shown.filter(({ series }) => series.length > 0);
}

/** Charts as a saved view names them. */
export function panelsOf(series: readonly { readonly series: readonly string[] }[]): readonly ChartPanel[] {
  return series.map((panel, at) => ({ id: String(at + 1), series: panel.series }));
}

function withLine(panel: ChartPanel, id: string): ChartPanel {
  return { ...panel, series: [...panel.series, id] };
}

function freeId(panels: readonly ChartPanel[]): string {
  return String(Math.max(0, ...panels.map(({ id }) => Number(id) || 0)) + 1);
}
