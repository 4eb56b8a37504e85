import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService } from '../../../main/adapters/rest/service.ts';
import type { SiteDataService } from '../../../main/sync/ports/service.ts';
import type { FileId, ModelId, SiteId } from '../../../shared/model/ids.ts';
import { MemoryClient } from '../../support/memory/service/client.ts';
import { MemoryService } from '../../support/memory/service/service.ts';
import type { MemoryFailure } from '../../support/memory/service/faults.ts';
import { startService } from '../../service/service.ts';
import type { FaultAction } from '../../service/switches/faults.ts';
import type { Variation } from '../../service/switches/variation.ts';

export type SuiteCall = 'sites' | 'list' | 'read' | 'create' | 'update' | 'delete' | 'download' | 'model';

/** The switches that both homes of the suite have. */
export interface SuiteSwitches {
  readonly createReply?: 'record' | 'id' | 'nothing';
  readonly dropsMetadata?: boolean;
  readonly updateNeedsFile?: boolean;
  readonly ignoresFilters?: boolean;
  readonly skipRow?: number;
  readonly duplicateRow?: number;
  readonly emptyListing?: boolean;
  /** Only over HTTP. */
  readonly hugeSizes?: readonly string[];
}

/** One place where the suite can live: a client, and a way to look at and change the service behind its back. */
export interface ServiceHome {
  readonly service: SiteDataService;
  readonly site: SiteId;
  readonly otherSite: SiteId;
  addFile(site: SiteId, name: string, content: string | Uint8Array): FileId;
  editFile(id: FileId, content: string): void;
  /** Null where there is no such file. */
  content(id: FileId): Uint8Array | null;
  ids(site: SiteId): readonly FileId[];
  addModel(model: ModelId, content: string): void;
  addPoints(series: string, points: readonly (readonly [number, number | null])[]): void;
  /** The next such call fails. */
  fail(call: SuiteCall, failure: MemoryFailure): void;
  set(switches: SuiteSwitches): void;
  setToken(token: string | null): void;
  close(): Promise<void>;
}

export type OpenHome = () => Promise<ServiceHome>;

export async function memoryHome(): Promise<ServiceHome> {
  let ids = 0;
  const memory = new MemoryService({
    now: () => 1_760_000_000_000,
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
  });
  const site = memory.addSite('Harbour House');
  const otherSite = memory.addSite('Mill Yard');
  const service = new MemoryClient(memory);
  return {
    service,
    site,
    otherSite,
    addFile: (at, name, content) => memory.addFile(at, { name, content }),
    editFile: (id, content) => {
      memory.editFile(id, { content });
    },
    content: (id) => memory.file(id)?.content ?? null,
    ids: (at) => memory.files(at).map((file) => file.id),
    addModel: (model, content) => {
      memory.addModel(site, model, content);
    },
    addPoints: (series, points) => {
      memory.addPoints(site, series, points);
    },
    fail: (call, failure) => {
      memory.faults.fail({ call, failure });
    },
    set: ({ dropsMetadata, ...switches }) => {
      Object.assign(memory.faults, switches);
      if (dropsMetadata !== undefined) memory.faults.dropMetadata = dropsMetadata;
    },
    setToken: (token) => {
      service.token = token;
    },
    close: async () => {
      service.close();
    },
  };
}

const TOKEN = 'suite-token';

/** The real adapter on the real service, which may take any of its variations. */
export async function restHome(variation: Partial<Variation> = {}): Promise<ServiceHome> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitesync-rest-'));
  const running = await startService({
    dataDir,
    variation,
    tokens: { [TOKEN]: { user: '00000000-0000-4000-8000-000000000009', sites: 'all' } },
  });
  const { store } = running;
  const site = store.addSite({ name: 'Harbour House' }).id as SiteId;
  const otherSite = store.addSite({ name: 'Mill Yard' }).id as SiteId;
  let token: string | null = TOKEN;
  const created = createService({ baseUrl: running.url, token: () => token, userAgent: 'suite', env: {} });
  if (!created.ok) throw new Error(created.failure.message);
  const service = created.value;
  return {
    service,
    site,
    otherSite,
    addFile: (at, name, content) => store.addFile(at, { name, category: 'other', content }).id as FileId,
    editFile: (id, content) => {
      store.editFile(id, { content });
    },
    content: (id) => (store.file(id) === null ? null : store.readContent(id)),
    ids: (at) => store.files(at).map((file) => file.id as FileId),
    addModel: (model, content) => {
      store.addModel(site, model, content);
    },
    addPoints: (series, points) => {
      store.addPoints(
        site,
        series,
        points.map(([ms, value]) => [ms, value] as const),
      );
    },
    fail: (call, failure) => {
      running.failNext({ match: REQUESTS[call], action: actionOf(failure) });
    },
    set: (switches) => {
      running.set(switches);
    },
    setToken: (next) => {
      token = next;
    },
    close: async () => {
      service.close();
      await running.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const REQUESTS: Readonly<Record<SuiteCall, { readonly method: string; readonly pathPrefix: string }>> = {
  sites: { method: 'GET', pathPrefix: '/api/v1/sites/' },
  list: { method: 'GET', pathPrefix: '/api/v1/files/' },
  read: { method: 'GET', pathPrefix: '/api/v1/files/' },
  create: { method: 'POST', pathPrefix: '/api/v1/files/' },
  update: { method: 'PUT', pathPrefix: '/api/v1/files/' },
  delete: { method: 'DELETE', pathPrefix: '/api/v1/files/' },
  download: { method: 'GET', pathPrefix: '/api/v1/files/' },
  model: { method: 'GET', pathPrefix: '/api/v1/sites/' },
};

function actionOf(failure: MemoryFailure): FaultAction {
  if (failure === 'lose-before') return 'drop-before';
  if (failure === 'lose-after') return 'drop-after';
  if (failure === 'refuse-connection') throw new Error('A running service cannot refuse connections.');
  return failure;
}
