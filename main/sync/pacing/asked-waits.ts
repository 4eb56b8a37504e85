import { isJsonObject } from '../../../shared/model/json.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { MirrorError } from '../ports/mirror-error.ts';
import type { Mirror } from '../ports/mirror.ts';

/** For how long the service asked not to be asked. */
export interface AskedWait {
  /** Null: the list of sites. */
  readonly site: SiteId | null;
  /** Epoch ms. */
  readonly from: number;
  readonly until: number;
}

const KEY = 'asked-waits';

/** A person wants it tried now: where the service is busy still it asks again. */
export function forgetAskedWaits(mirror: Pick<Mirror, 'setting' | 'setSetting'>): void {
  if (mirror.setting(KEY) !== null) mirror.setSetting(KEY, null);
}

/**
 * What the service asked to wait for, kept for the next run: of a sync that is started each minute every one would ask
 * it again (rule 13).
 */
export class AskedWaits {
  readonly #mirror: Pick<Mirror, 'setting' | 'setSetting'>;
  readonly #baseUrl: string;

  /** `baseUrl`: whose wish it is; that of another service is none of its. */
  constructor(mirror: Pick<Mirror, 'setting' | 'setSetting'>, baseUrl: string) {
    this.#mirror = mirror;
    this.#baseUrl = baseUrl;
  }

  all(): readonly AskedWait[] {
    const value: unknown = JSON.parse(this.#mirror.setting(KEY) ?? 'null');
    if (!isJsonObject(value) || value['baseUrl'] !== this.#baseUrl || !Array.isArray(value['waits']))
      return [];
    return value['waits'].flatMap((entry: unknown) => waitOf(entry) ?? []);
  }

  /** Those that are over at `now` go. That it cannot be noted is no reason to fail: the next answer says it again. */
  keep(wait: AskedWait, now: number): void {
    const others = this.all().filter(({ site, until }) => site !== wait.site && until > now);
    this.#save([...others, wait]);
  }

  /** A person wants this tried now. */
  forget(site: SiteId | null): void {
    const before = this.all();
    const others = before.filter((wait) => wait.site !== site);
    if (others.length < before.length) this.#save(others);
  }

  forgetAll(): void {
    if (this.#mirror.setting(KEY) !== null) this.#save([]);
  }

  #save(waits: readonly AskedWait[]): void {
    const text = waits.length === 0 ? null : JSON.stringify({ baseUrl: this.#baseUrl, waits });
    try {
      this.#mirror.setSetting(KEY, text);
    } catch (error) {
      if (!(error instanceof MirrorError)) throw error;
    }
  }
}

function waitOf(value: unknown): AskedWait | null {
  if (!isJsonObject(value)) return null;
  const { site, from, until } = value;
  if (typeof from !== 'number' || typeof until !== 'number') return null;
  return site === null || typeof site === 'string' ? { site: site as SiteId | null, from, until } : null;
}
