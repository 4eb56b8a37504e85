import { parseJson, type Json } from '../../../shared/model/json.ts';
import type { Mirror } from '../ports/mirror.ts';

/** One of the mirror's settings, which `settings.ts` lists: a text under a key, and what it says. */
export interface Setting<Read, Written = Read> {
  readonly key: string;
  readonly read: (mirror: Pick<Mirror, 'setting'>) => Read;
  /** Null drops it. */
  readonly write: (mirror: Pick<Mirror, 'setSetting'>, value: Written) => void;
}

/**
 * `parse`: null is no text. One that cannot be read counts as none, since nothing may fail because of damage to it.
 * `format`: null drops the setting.
 */
function setting<Read, Written>(
  key: string,
  parse: (written: string | null) => Read,
  format: (value: Written) => string | null,
): Setting<Read, Written> {
  return {
    key,
    read: (mirror) => parse(mirror.setting(key)),
    write: (mirror, value) => mirror.setSetting(key, format(value)),
  };
}

/** `shipped`: what holds where nothing was written. */
export function text<Shipped extends string | null = null>(
  key: string,
  shipped: Shipped = null as Shipped,
): Setting<string | Shipped, string | null> {
  return setting(
    key,
    (written) => written ?? shipped,
    (value) => value,
  );
}

/** Above 0; any other counts as none. */
export function number(key: string): Setting<number | null> {
  const parse = (written: string | null): number | null => {
    const value = Number(written);
    return Number.isFinite(value) && value > 0 ? value : null;
  };
  return setting(key, parse, (value) => (value === null ? null : String(value)));
}

export function flag(key: string, shipped: boolean): Setting<boolean> {
  const parse = (written: string | null): boolean =>
    written === 'true' || written === 'false' ? written === 'true' : shipped;
  return setting(key, parse, String);
}

/** What is read may have any shape: who reads it checks that. */
export function json(key: string): Setting<Json, object | null> {
  return setting(
    key,
    (written) => parseJson(written ?? '') ?? null,
    (value) => (value === null ? null : JSON.stringify(value)),
  );
}
