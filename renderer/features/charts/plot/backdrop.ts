import { addUnits, startOf, wallOf } from '../../../../shared/time/zone.ts';
import type { Range } from '../time/range.ts';
import { fetchedOfNone, neverFetched, type SeriesView } from './series-view.ts';
import { xOf, type PlotArea } from './plot-area.ts';

const DAY = 86_400_000;
/** Beyond this many days weekends are too narrow to tell anything. */
const MOST_DAYS = 70;
const HATCH = 6;

/** A tint behind the weekends of the zone's calendar. */
export function drawWeekends(area: PlotArea, zone: string): void {
  const { canvas, box, view, inks } = area;
  if (view.to - view.from > MOST_DAYS * DAY) return;
  canvas.fillStyle = inks.of('--hover');
  for (let day = startOf('day', view.from, zone); day < view.to; day = addUnits(day, 1, 'day', zone)) {
    const weekday = new Date(wallOf(day, zone)).getUTCDay();
    if (weekday !== 0 && weekday !== 6) continue;
    const start = Math.max(view.from, day);
    const end = Math.min(view.to, addUnits(day, 1, 'day', zone));
    const left = xOf(start, area);
    canvas.fillRect(left, box.top, xOf(end, area) - left, box.height);
  }
}

/** Hatches stretches that were never fetched; what was fetched and is empty stays open. */
export function drawHatch(area: PlotArea, spans: readonly Range[]): void {
  const { canvas, box, inks } = area;
  canvas.save();
  canvas.beginPath();
  for (const { from, to } of spans) {
    const left = Math.max(box.left, xOf(from, area));
    const right = Math.min(box.left + box.width, xOf(to, area));
    if (right > left) canvas.rect(left, box.top, right - left, box.height);
  }
  canvas.clip();
  canvas.beginPath();
  for (let x = box.left - box.height; spans.length > 0 && x < box.left + box.width; x += HATCH) {
    canvas.moveTo(x, box.top + box.height);
    canvas.lineTo(x + box.height, box.top);
  }
  canvas.strokeStyle = inks.of('--line-strong');
  canvas.lineWidth = 1;
  canvas.stroke();
  canvas.restore();
}

/**
 * The ranges to hatch: those where nothing was fetched of any series. Hatching over an existing line would deny it;
 * words say which series lacks what. After now there is nothing to fetch.
 */
export function hatched(series: readonly SeriesView[], view: Range, now: number): readonly Range[] {
  return fetchedOfNone(series, { from: view.from, to: Math.min(view.to, now) });
}

/** Writes "no data" into ranges where no line has data, if they are wide enough. */
export function drawNoData(area: PlotArea, gaps: readonly Range[], words: string): void {
  const { canvas, box, inks } = area;
  canvas.font = inks.font;
  canvas.fillStyle = inks.of('--ink-3');
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  const needed = canvas.measureText(words).width + 12;
  for (const { from, to } of gaps) {
    const left = Math.max(box.left, xOf(from, area));
    const right = Math.min(box.left + box.width, xOf(to, area));
    if (right - left >= needed) canvas.fillText(words, (left + right) / 2, box.top + box.height / 2);
  }
}

/** Ranges in view where all series were asked for and none has a sample. */
export function emptyStretches(series: readonly SeriesView[], view: Range, now: number): readonly Range[] {
  const end = Math.min(view.to, now);
  if (series.length === 0 || end <= view.from) return [];
  const busy = series.flatMap((each) => stretchesWithData(each, view)).sort((a, b) => a.from - b.from);
  const closed = [...busy, ...neverFetched(series, { from: view.from, to: end })].sort(
    (a, b) => a.from - b.from,
  );
  const open: Range[] = [];
  let at = view.from;
  for (const { from, to } of closed) {
    if (from > at) open.push({ from: at, to: Math.min(from, end) });
    at = Math.max(at, to);
  }
  if (at < end) open.push({ from: at, to: end });
  return open;
}

/** Ranges from sample to sample, split at marked gaps. */
function stretchesWithData({ times, values, interval }: SeriesView, view: Range): readonly Range[] {
  const reach = (interval ?? 0) * 3;
  const found: Range[] = [];
  let begin = Number.NaN;
  let last = Number.NaN;
  const close = (): void => {
    if (!Number.isNaN(begin) && last + reach >= view.from && begin <= view.to)
      found.push({ from: begin, to: last + reach });
    begin = Number.NaN;
  };
  for (let at = 0; at < times.length; at += 1) {
    if (Number.isNaN(values[at])) close();
    else {
      last = times[at] ?? 0;
      if (Number.isNaN(begin)) begin = last;
    }
  }
  close();
  return found;
}
