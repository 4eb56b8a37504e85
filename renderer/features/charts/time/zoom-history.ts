import { PRESETS, type Preset } from '../../../../shared/model/series.ts';
import type { Range } from './range.ts';

/** What is looked at: a stretch that moves with the clock, or a fixed one. */
export type Shown = Preset | Range;

/** The zooms of a page, to go back and forward through. */
export interface ZoomHistory {
  readonly past: readonly Shown[];
  readonly now: Shown;
  readonly future: readonly Shown[];
}

const MOST = 100;

export function startHistory(now: Shown): ZoomHistory {
  return { past: [], now, future: [] };
}

/** Recognizes the zooms of a page. */
export function isHistory(value: unknown): value is ZoomHistory {
  if (typeof value !== 'object' || value === null) return false;
  const { past, now, future } = value as { past?: unknown; now?: unknown; future?: unknown };
  return isShown(now) && [past, future].every((all) => Array.isArray(all) && all.every(isShown));
}

function isShown(value: unknown): value is Shown {
  if (typeof value !== 'object' || value === null) return PRESETS.some((preset) => preset === value);
  const { from, to } = value as { from?: unknown; to?: unknown };
  return Number.isFinite(from) && Number.isFinite(to) && Number(from) < Number(to);
}

/** The same stretch again is no step. */
export function zoomTo(history: ZoomHistory, next: Shown): ZoomHistory {
  if (isSame(history.now, next)) return history;
  return { past: [...history.past, history.now].slice(-MOST), now: next, future: [] };
}

export function zoomBack({ past, now, future }: ZoomHistory): ZoomHistory {
  const last = past.at(-1);
  return last === undefined
    ? { past, now, future }
    : { past: past.slice(0, -1), now: last, future: [now, ...future] };
}

export function zoomForward({ past, now, future }: ZoomHistory): ZoomHistory {
  const [next, ...rest] = future;
  return next === undefined ? { past, now, future } : { past: [...past, now], now: next, future: rest };
}

/** The last preset that was shown: a reset leads there. */
export function lastPreset({ past, now }: ZoomHistory): Preset {
  const all = [...past, now];
  return all.findLast((shown) => typeof shown === 'string') ?? 'week';
}

function isSame(a: Shown, b: Shown): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.from === b.from && a.to === b.to;
}
