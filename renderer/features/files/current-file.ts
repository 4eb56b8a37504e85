import { keyAfter, type NewPath } from './moved-keys.ts';

/** Which file is current. Whoever tells of it may speak of one from before, since answers come in any order. */
export interface Current {
  readonly key: string | null;
  /** What the address named when this was decided. */
  readonly wanted: string | null;
  /** The file that was current when the list lost it, until a person makes another one current. */
  readonly gone: string | null;
}

/** A person makes a file current, or none. */
export function made(now: Current, key: string | null): Current {
  return { ...now, key, gone: null };
}

/** The address names another file, or none any more. */
export function addressed(now: Current, wanted: string | null): Current {
  return { ...now, key: wanted ?? now.key, wanted };
}

/**
 * The list knows no file of this key. Where it was moved, and so goes by another key, before the list told so, nothing is lost:
 * the list has not heard of that key yet.
 */
export function lost(now: Current, key: string | null): Current {
  return now.key === null || now.key !== key ? now : { ...now, key: null, gone: key };
}

/** Files were moved here: the one that is current stays so, also where the list lost it before that was known. */
export function moved(now: Current, newPath: NewPath): Current {
  const before = now.key ?? now.gone;
  const after = before === null ? null : keyAfter(before, newPath);
  // Anew also where nothing changed, so that the address is named after it.
  return after === before ? { ...now } : made(now, after);
}
