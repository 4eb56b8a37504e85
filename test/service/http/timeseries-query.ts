import { isJsonObject } from '../../../shared/model/json.ts';
import { invalidFields, type Outcome, refuse } from './problem.ts';

/** The points with `from` <= time < `to`, in milliseconds; an open end is infinite. */
export interface TimeseriesQuery {
  readonly ids: readonly string[];
  readonly from: number;
  readonly to: number;
}

const REQUIRED = 'This field is required.';
const FORMAT =
  'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].';

/** Reads `{timeseriesIds, start?, end?}`; times are ISO 8601, a missing one leaves that side open. */
export function checkTimeseriesQuery(body: unknown, ignoresRange: boolean): Outcome<TimeseriesQuery> {
  if (!isJsonObject(body)) return refuse(invalidFields({ timeseriesIds: [REQUIRED] }));
  const ids = body['timeseriesIds'];
  if (ids === undefined) return refuse(invalidFields({ timeseriesIds: [REQUIRED] }));
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) {
    return refuse(invalidFields({ timeseriesIds: ['Expected a list of strings.'] }));
  }
  const from = readTime(body['start'], -Infinity);
  const to = readTime(body['end'], Infinity);
  if (from === null) return refuse(invalidFields({ start: [FORMAT] }));
  if (to === null) return refuse(invalidFields({ end: [FORMAT] }));
  return { ok: true, value: ignoresRange ? { ids, from: -Infinity, to: Infinity } : { ids, from, to } };
}

function readTime(value: unknown, open: number): number | null {
  if (value === undefined || value === null) return open;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return null;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? null : ms;
}
