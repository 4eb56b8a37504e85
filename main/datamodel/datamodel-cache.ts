import { fail, type Failure, type Result } from '../../shared/failure.ts';
import type { Columns } from '../../shared/model/datamodel.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { RelPath } from '../../shared/model/rel-path.ts';
import { originalOf } from '../engine/names/conflict-name.ts';
import { headerKey } from '../engine/datamodel/columns.ts';
import type { Environment } from '../sync/ports/environment.ts';
import { ignoreFailure } from '../sync/ports/failure-error.ts';
import { absenceOf } from './absence.ts';
import { HeldSites } from './held-sites.ts';
import type { CsvReader, CsvReport, DatamodelFile, DatamodelStore } from './ports.ts';

/** A datamodel of a site with what was read in it. */
export interface ReadDatamodel {
  readonly file: DatamodelFile;
  /** Null if it is not here or cannot be read. */
  readonly report: CsvReport | null;
  /** True: the person said which column means what. */
  readonly confirmed: boolean;
  readonly failure: Failure | null;
}

interface Kept {
  /** What the file and the mappings looked like when it was read. */
  readonly state: string;
  readonly reading: Promise<Result<CsvReport>>;
}

/** What the cache needs to find the files of a site. */
export interface DatamodelCacheParts {
  readonly store: DatamodelStore;
  readonly csv: CsvReader;
  /** Absolute path of a file of a site; null if the site is not kept here. */
  readonly pathOf: (site: SiteId, path: string) => string | null;
  readonly env: Pick<Environment, 'sleep'>;
}

/** The datamodels of sites, each read once as long as it stays as it is. */
export class DatamodelCache {
  readonly #parts: DatamodelCacheParts;
  /** By their paths below the folder of their site. */
  readonly #kept = new HeldSites<Map<RelPath, Kept>>();
  readonly #listed = new Map<SiteId, readonly DatamodelFile[]>();

  constructor(parts: DatamodelCacheParts) {
    this.#parts = parts;
  }

  /**
   * Every datamodel of the site, in the order of their paths; of the two versions in a conflict, the one that has the
   * name.
   */
  async read(site: SiteId, signal?: AbortSignal): Promise<readonly ReadDatamodel[]> {
    const { store } = this.#parts;
    const mappings = store.mappings(site);
    const files = this.#files(site);
    const there = new Set(files.map(({ here }) => here?.path));
    const kept = this.#keptOf(site);
    for (const path of kept.keys()) if (!there.has(path)) kept.delete(path);
    const sides = withoutCopies(files);
    return Promise.all(sides.map((file) => this.#describe(site, file, mappings, signal)));
  }

  /** One of them; null if the site has no datamodel at that path. */
  async readOne(site: SiteId, path: string, signal?: AbortSignal): Promise<ReadDatamodel | null> {
    const { store } = this.#parts;
    const file = this.#files(site).find((each) => each.path === path);
    return file === undefined ? null : this.#describe(site, file, store.mappings(site), signal);
  }

  /**
   * Keeps the points of files in step that nobody has looked at, so that a person who changes one without a network
   * still sees the difference.
   */
  async keepAgreed(site: SiteId): Promise<void> {
    const { store, csv, pathOf } = this.#parts;
    const mappings = store.mappings(site);
    for (const { id, here, agreed } of store.files(site)) {
      const path = here === null ? null : pathOf(site, here.path);
      if (id === null || path === null || agreed === null || here?.hash !== agreed) continue;
      if (store.hasAgreedPoints(site, id, agreed)) continue;
      const packed = await csv.pack({ source: { path }, mappings });
      if (!packed.ok && packed.failure.code === 'cancelled') return;
      if (packed.ok && packed.value.hash === agreed)
        store.setAgreedPoints(site, id, agreed, packed.value.packed);
    }
  }

  /**
   * Finding the datamodels among 100,000 files takes 30 ms, and a screen asks several questions at once: those of one turn
   * of the loop share the answer.
   */
  #files(site: SiteId): readonly DatamodelFile[] {
    const listed = this.#listed.get(site);
    if (listed !== undefined) return listed;
    const files = this.#parts.store.files(site);
    this.#listed.set(site, files);
    void this.#parts.env.sleep(0).then(() => this.#listed.delete(site));
    return files;
  }

  /** What was read of a site. */
  #keptOf(site: SiteId): Map<RelPath, Kept> {
    const kept = this.#kept.get(site) ?? new Map<RelPath, Kept>();
    this.#kept.hold(site, kept);
    return kept;
  }

  async #describe(
    site: SiteId,
    file: DatamodelFile,
    mappings: ReadonlyMap<string, Columns>,
    signal: AbortSignal | undefined,
  ): Promise<ReadDatamodel> {
    const read = await this.#readFile(site, file, mappings, signal);
    if (!read.ok) return { file, report: null, confirmed: false, failure: read.failure };
    this.#remember(site, file, read.value);
    const confirmed = mappings.has(headerKey(read.value.header));
    return { file, report: read.value, confirmed, failure: null };
  }

  async #readFile(
    site: SiteId,
    file: DatamodelFile,
    mappings: ReadonlyMap<string, Columns>,
    signal: AbortSignal | undefined,
  ): Promise<Result<CsvReport>> {
    const { csv, pathOf } = this.#parts;
    const { here } = file;
    const path = here === null ? null : pathOf(site, here.path);
    if (path === null || here === null) return fail(notHere(file));
    const state = `${path} ${here.size} ${here.mtimeNs} ${JSON.stringify([...mappings])}`;
    const all = this.#keptOf(site);
    const kept = all.get(here.path);
    const reading = kept?.state === state ? kept.reading : csv.read({ source: { path }, mappings, signal });
    all.set(here.path, { state, reading });
    const read = await reading;
    if (!read.ok) {
      // A file that only a change can make readable is not read again before it changes.
      if (read.failure.retry !== 'on-change' && all.get(here.path)?.reading === reading)
        all.delete(here.path);
      // Another caller gave up its question; this one still wants the answer.
      if (read.failure.code === 'cancelled' && signal?.aborted !== true && kept?.reading === reading)
        return this.#readFile(site, file, mappings, signal);
    }
    return read;
  }

  /**
   * Keeps the points of a file in step, so that a later change can be compared with them. Where nothing can be written, as on
   * a full disk or while another program locks the database, they are shown all the same, and kept another time.
   */
  #remember(site: SiteId, { id, agreed }: DatamodelFile, { hash, packed }: CsvReport): void {
    const { store } = this.#parts;
    // What was read, not what the last scan saw: the file may have changed in between.
    if (id === null || agreed === null || hash !== agreed) return;
    try {
      if (!store.hasAgreedPoints(site, id, agreed)) store.setAgreedPoints(site, id, agreed, packed);
    } catch (error) {
      ignoreFailure(error);
    }
  }
}

function notHere(file: DatamodelFile): Failure {
  if (absenceOf(file) === 'deleted')
    return {
      code: 'not-found',
      message: `${file.path} was deleted on this computer.`,
      hint: 'The outbox says what its delete on the service waits for.',
      retry: 'on-change',
    };
  return {
    code: 'not-found',
    message: `${file.path} is not on this computer.`,
    hint: 'Keep it offline, or sync the site.',
    retry: 'on-change',
  };
}

/** Until a person decides, a conflict copy would name every point of its original once more, each as one to be fixed. */
function withoutCopies(files: readonly DatamodelFile[]): readonly DatamodelFile[] {
  const paths = new Set(files.map(({ path }) => path));
  return files.filter(({ path }) => {
    const original = originalOf(path as RelPath);
    return original === null || !paths.has(original);
  });
}
