import { fail, ok, type Result } from '../../../shared/failure.ts';
import { ignoreFailure, thrownFailure } from '../../sync/ports/failure-error.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';
import type { Secrets } from '../../sync/ports/environment.ts';
import { SETTINGS } from '../../sync/settings/settings.ts';

type Settings = Pick<Mirror, 'setting' | 'setSetting'>;

interface Parts {
  readonly mirror: Settings;
  readonly secrets: Secrets;
}

/** The addresses for which a token may be kept: a keychain does not tell which of its entries are of this data folder. */
export function tokenPlaces(mirror: Pick<Mirror, 'setting'>): ReadonlySet<string> {
  const last = SETTINGS.baseUrl.read(mirror);
  return new Set(last === null ? placesNoted(mirror) : [...placesNoted(mirror), last]);
}

/** Another service is agreed with from now on: a token of the one before is known by this alone. */
export function noteTokenPlace(mirror: Settings, baseUrl: string): void {
  const places = tokenPlaces(mirror);
  if (!places.has(baseUrl)) notePlaces(mirror, [...places, baseUrl]);
}

/** Epoch ms at which the token for this service was kept; null: none was, or by an earlier SiteSync, which noted no time. */
export function tokenKeptSince(mirror: Pick<Mirror, 'setting'>, baseUrl: string): number | null {
  const [at, place] = (SETTINGS.tokenKeptSince.read(mirror) ?? '').split(' ', 2);
  return place === baseUrl ? Number(at) : null;
}

/** Noted first: a process that is killed in between leaves no token that nobody knows of. `now` in epoch ms. */
export async function keepToken(
  { mirror, secrets, now }: Parts & { readonly now: number },
  baseUrl: string,
  token: string,
): Promise<Result<void>> {
  try {
    noteTokenPlace(mirror, baseUrl);
    // The time of the token before would be wrong by now, and a wrong one is worse than none.
    SETTINGS.tokenKeptSince.write(mirror, null);
  } catch (error) {
    return fail(thrownFailure(error));
  }
  const kept = await secrets.set(baseUrl, token);
  // What is in memory ends with the process, and would be told of after it.
  if (kept.ok && secrets.kind !== 'memory') noteKeptSince(mirror, baseUrl, now);
  return kept;
}

function noteKeptSince(mirror: Settings, baseUrl: string, now: number): void {
  try {
    SETTINGS.tokenKeptSince.write(mirror, `${now} ${baseUrl}`);
  } catch (error) {
    ignoreFailure(error);
    // The token is kept, and that is what was asked for: only the time of it stays unknown.
  }
}

/** Nobody asks for these any more. What cannot be deleted now stays noted, for the next sign-in or sign-out. */
export async function forgetTokens(
  { mirror, secrets }: Parts,
  baseUrls: Iterable<string>,
): Promise<Result<void>> {
  const gone = new Set<string>();
  let end: Result<void> = ok(undefined);
  for (const baseUrl of baseUrls) {
    const deleted = await secrets.delete(baseUrl);
    if (!deleted.ok) end = deleted;
    // Memory stands in for a keychain that could not be asked.
    else if (secrets.kind !== 'memory') gone.add(baseUrl);
  }
  try {
    const left = placesNoted(mirror).filter((place) => !gone.has(place));
    if (gone.size > 0) notePlaces(mirror, left);
    if ([...gone].some((place) => tokenKeptSince(mirror, place) !== null))
      SETTINGS.tokenKeptSince.write(mirror, null);
  } catch (error) {
    ignoreFailure(error);
    // They are deleted once more, which does no harm.
  }
  return end;
}

function placesNoted(mirror: Pick<Mirror, 'setting'>): readonly string[] {
  const places = SETTINGS.tokensKeptAt.read(mirror);
  return Array.isArray(places) ? places.filter((place) => typeof place === 'string') : [];
}

function notePlaces(mirror: Settings, places: readonly string[]): void {
  SETTINGS.tokensKeptAt.write(mirror, places.length === 0 ? null : places);
}
