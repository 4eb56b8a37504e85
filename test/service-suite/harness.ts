import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DEFAULT_TOKEN, type RunningService, type ServiceOptions, startService } from '../service/service.ts';

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-data-service-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A service with one site, `s1`, that ends with the test. */
export async function serviceWithSite(options: Partial<ServiceOptions> = {}): Promise<RunningService> {
  const service = await startService({ dataDir: temporaryFolder(), ...options });
  onTestFinished(() => service.close());
  service.store.addSite({ id: 's1', name: 'Depot' });
  return service;
}

/** A request with the default token, redirects not followed. */
export async function call(
  service: RunningService,
  method: string,
  path: string,
  init: RequestInit = {},
  token: string = DEFAULT_TOKEN,
): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  return fetch(new URL(path, service.url), { redirect: 'manual', ...init, method, headers });
}

/** A request whose answer is JSON. */
export async function json<T = Record<string, unknown>>(
  service: RunningService,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<T> {
  const response = await call(service, method, path, init);
  return (await response.json()) as T;
}

export interface RecordShape {
  readonly id: string;
  readonly site: string;
  readonly category: string;
  readonly name: string;
  readonly file: string;
  readonly uploaded_by: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly download_url: string;
  readonly entity_uri: string;
  readonly content_type: string;
  readonly size_bytes: number;
  readonly metadata: unknown;
}

export interface EnvelopeShape<T = RecordShape> {
  readonly count: number;
  readonly next?: string | null;
  readonly previous?: string | null;
  readonly results: readonly T[];
}

/** A multipart body; `file` is the content, everything else text. */
export function form(fields: Readonly<Record<string, string>>, fileName = 'upload.bin'): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'file') body.append('file', new Blob([value]), fileName);
    else body.append(name, value);
  }
  return body;
}

/** The fields of a create that is in order. */
export const GOOD = { site: 's1', category: 'other', name: 'note.txt', file: 'hello' } as const;

/** Creates a file and gives its record. */
export async function create(
  service: RunningService,
  fields: Readonly<Record<string, string>> = {},
): Promise<RecordShape> {
  return json<RecordShape>(service, 'POST', '/api/v1/files/', { body: form({ ...GOOD, ...fields }) });
}

/** Adds files `f0`, `f1`, … behind the client's back. */
export function addFiles(service: RunningService, count: number, site = 's1'): readonly string[] {
  const seeds = Array.from({ length: count }, (_, at) => ({
    name: `f${at}`,
    category: 'other',
    content: 'same',
  }));
  return service.store.addFiles(site, seeds).map((row) => row.id);
}
