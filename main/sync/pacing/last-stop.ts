import { failureText } from '../../../shared/failure.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { Stop } from './gate.ts';
import { SETTINGS } from '../settings/settings.ts';
import { ignoreFailure } from '../ports/failure-error.ts';
import type { Mirror } from '../ports/mirror.ts';

/** What kept the last sync from the service, for those who look without asking the service. */
export interface LastStop {
  readonly kind: Stop['kind'];
  /** What happened and what to do. */
  readonly words: string;
  /** When the first of the syncs in a row met it, epoch ms. */
  readonly since: number;
}

/** Notes what stopped a sync that asked the service; null: nothing did. */
export function noteStop(
  mirror: Pick<Mirror, 'setting' | 'setSetting'>,
  stop: Stop | null,
  now: number,
): void {
  const before = lastStop(mirror);
  if (stop === null && before === null) return;
  if (stop !== null && failureText(stop.failure) === before?.words) return;
  if (stop === null) {
    SETTINGS.lastStop.write(mirror, null);
    return;
  }
  // Without a network "no answer" and "no network" alternate: both count as one stop.
  const since = before?.kind === stop.kind ? before.since : now;
  SETTINGS.lastStop.write(mirror, { kind: stop.kind, words: failureText(stop.failure), since });
}

/** As `noteStop`, but does not fail if the mirror cannot be written: the next sync notes it then. */
export function tryToNoteStop(...noted: Parameters<typeof noteStop>): void {
  try {
    noteStop(...noted);
  } catch (error) {
    ignoreFailure(error);
  }
}

export function lastStop(mirror: Pick<Mirror, 'setting'>): LastStop | null {
  const value = SETTINGS.lastStop.read(mirror);
  if (!isJsonObject(value)) return null;
  const { kind, words, since } = value;
  if ((kind !== 'offline' && kind !== 'sign-in') || typeof words !== 'string' || typeof since !== 'number')
    return null;
  return { kind, words, since };
}
