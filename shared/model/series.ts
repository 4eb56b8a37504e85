import { isJsonObject, type Json } from './json.ts';

/** Most letters in the id of a timeseries. A longer one is not asked for. */
export const LONGEST_ID = 512;

/** A time range that moves with the clock. */
export const PRESETS = ['day', 'week', 'month', 'year'] as const;
export type Preset = (typeof PRESETS)[number];

/** One chart of a view: the ids of its series, or in a template the classes of points. */
export interface Panel {
  readonly series: readonly string[];
}

/** A saved arrangement of charts. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly panels: readonly Panel[];
  /** A preset, or a fixed range in epoch ms. */
  readonly range: Preset | { readonly from: number; readonly to: number };
  /** The class of equipment that it is a template for; null for a view of certain series. */
  readonly template: string | null;
  /** Colours of its series by id, as they were when it was saved. Templates and old views have none. */
  readonly colours?: Colours | undefined;
}

/** The colour of each series, from 0. */
export type Colours = Readonly<Record<string, number>>;

/** Reads a view from stored text; null if it is none. */
export function parseSavedView(value: Json): SavedView | null {
  if (!isJsonObject(value)) return null;
  const { id, name, panels, range, template, colours } = value;
  const parsedRange = parseRange(range);
  if (typeof id !== 'string' || id === '' || typeof name !== 'string' || parsedRange === null) return null;
  if (!Array.isArray(panels) || (template !== null && typeof template !== 'string')) return null;
  const parsed: Panel[] = [];
  for (const panel of panels as readonly Json[]) {
    const series = isJsonObject(panel) ? panel['series'] : null;
    if (!Array.isArray(series) || !series.every((each) => typeof each === 'string')) return null;
    parsed.push({ series });
  }
  const view = { id, name, panels: parsed, range: parsedRange, template: template ?? null };
  return areColours(colours) ? { ...view, colours } : view;
}

/** Checks the colours of series. */
export function areColours(value: unknown): value is Colours {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((colour) => Number.isSafeInteger(colour) && Number(colour) >= 0);
}

function parseRange(value: Json | undefined): SavedView['range'] | null {
  const preset = PRESETS.find((each) => each === value);
  if (preset !== undefined) return preset;
  if (value === undefined || !isJsonObject(value)) return null;
  const { from, to } = value;
  return typeof from === 'number' && typeof to === 'number' ? { from, to } : null;
}
