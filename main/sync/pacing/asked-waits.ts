import { isJsonObject } from '../../../shared/model/json.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { SETTINGS } from '../settings/settings.ts';
import { ignoreFailure } from '../ports/failure-error.ts';
import type { Mirror } from '../ports/mirror.ts';

/** A time during which the service asked to be left alone. */
export interface AskedWait {
  /** Null: the list of sites. */
  readonly site: SiteId | null;
  /** Epoch ms. */
  readonly from: number;
  readonly until: number;
  /** The service named another time, or none. */
  readonly isOurs: boolean;
}

/** A person wants it tried now. If the service is still busy, it will ask again. */
export function forgetAskedWaits(mirror: Pick<Mirror, 'setting' | 'setSetting'>): void {
  if (SETTINGS.askedWaits.read(mirror) !== null) SETTINGS.askedWaits.write(mirror, null);
}

/**
 * Keeps for the next run how long the service asked to be left alone. Otherwise a sync that is started each minute
 * would ask it each time (rule 13).
 */
export class AskedWaits {
  readonly #mirror: Pick<Mirror, 'setting' | 'setSetting'>;
  readonly #baseUrl: string;

  /** `baseUrl`: the service that asked. What another service asked does not count. */
  constructor(mirror: Pick<Mirror, 'setting' | 'setSetting'>, baseUrl: string) {
    this.#mirror = mirror;
    this.#baseUrl = baseUrl;
  }

  all(): readonly AskedWait[] {
    const value = SETTINGS.askedWaits.read(this.#mirror);
    if (!isJsonObject(value) || value['baseUrl'] !== this.#baseUrl || !Array.isArray(value['waits']))
      return [];
    return value['waits'].flatMap((entry: unknown) => waitOf(entry) ?? []);
  }

  /** Drops those that are over at `now`. It never fails: if it cannot be noted, the next answer says it again. */
  keep(wait: AskedWait, now: number): void {
    const others = this.all().filter(({ site, until }) => site !== wait.site && until > now);
    this.#save([...others, wait]);
  }

  /** A person wants this site (null: the list of sites) tried now. */
  forget(site: SiteId | null): void {
    const before = this.all();
    const others = before.filter((wait) => wait.site !== site);
    if (others.length < before.length) this.#save(others);
  }

  forgetAll(): void {
    if (SETTINGS.askedWaits.read(this.#mirror) !== null) this.#save([]);
  }

  #save(waits: readonly AskedWait[]): void {
    const noted = waits.length === 0 ? null : { baseUrl: this.#baseUrl, waits };
    try {
      SETTINGS.askedWaits.write(this.#mirror, noted);
    } catch (error) {
      ignoreFailure(error);
    }
  }
}

function waitOf(value: unknown): AskedWait | null {
  if (!isJsonObject(value)) return null;
  const { site, from, until } = value;
  if (typeof from !== 'number' || typeof until !== 'number') return null;
  const isOurs = value['isOurs'] === true;
  return site === null || typeof site === 'string'
    ? { site: site as SiteId | null, from, until, isOurs }
    : null;
}
