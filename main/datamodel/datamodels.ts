import type { SiteId } from '../../shared/model/ids.ts';
import type { Environment } from '../sync/ports/environment.ts';
import { catalogOf, type PointCatalog } from './catalog.ts';
import type { CsvReport } from './ports.ts';
import { SITES_HELD, type DatamodelCache, type ReadDatamodel } from './datamodel-cache.ts';

/** What the datamodels of a site say together. */
export interface SiteDatamodels {
  readonly models: readonly ReadDatamodel[];
  readonly catalog: PointCatalog;
}

interface Kept {
  /** The catalog is that of these, in this order. */
  readonly of: readonly (readonly [path: string, report: CsvReport | null])[];
  readonly catalog: Promise<PointCatalog>;
}

/** The datamodels of sites with one catalog each, built anew when a file of the site was read anew. */
export class Datamodels {
  readonly #cache: DatamodelCache;
  readonly #env: Pick<Environment, 'now' | 'sleep'>;
  readonly #kept = new Map<SiteId, Kept>();

  constructor(cache: DatamodelCache, env: Pick<Environment, 'now' | 'sleep'>) {
    this.#cache = cache;
    this.#env = env;
  }

  async of(site: SiteId, signal?: AbortSignal): Promise<SiteDatamodels> {
    const models = await this.#cache.read(site, signal);
    const of = models.map(({ file, report }) => [file.path, report] as const);
    const kept = this.#kept.get(site);
    const catalog = kept !== undefined && isSame(kept.of, of) ? kept.catalog : catalogOf(models, this.#env);
    this.#hold(site, { of, catalog });
    return { models, catalog: await catalog };
  }

  /** The one used last stands last; of those before it the first goes. */
  #hold(site: SiteId, kept: Kept): void {
    this.#kept.delete(site);
    this.#kept.set(site, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > SITES_HELD && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function isSame(before: Kept['of'], now: Kept['of']): boolean {
  return (
    before.length === now.length &&
    before.every(([path, report], at) => path === now[at]?.[0] && report === now[at]?.[1])
  );
}
