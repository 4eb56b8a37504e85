import type { SiteId } from '../../shared/model/ids.ts';
import type { Environment } from '../sync/ports/environment.ts';
import { catalogOf, type PointCatalog } from './catalog.ts';
import type { CsvReport } from './ports.ts';
import type { DatamodelCache, ReadDatamodel } from './datamodel-cache.ts';
import { HeldSites } from './held-sites.ts';

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
  readonly #kept = new HeldSites<Kept>();

  constructor(cache: DatamodelCache, env: Pick<Environment, 'now' | 'sleep'>) {
    this.#cache = cache;
    this.#env = env;
  }

  async of(site: SiteId, signal?: AbortSignal): Promise<SiteDatamodels> {
    const models = await this.#cache.read(site, signal);
    const of = models.map(({ file, report }) => [file.path, report] as const);
    const kept = this.#kept.get(site);
    const catalog = kept !== undefined && isSame(kept.of, of) ? kept.catalog : catalogOf(models, this.#env);
    this.#kept.hold(site, { of, catalog });
    return { models, catalog: await catalog };
  }
}

function isSame(before: Kept['of'], now: Kept['of']): boolean {
  return (
    before.length === now.length &&
    before.every(([path, report], at) => path === now[at]?.[0] && report === now[at]?.[1])
  );
}
