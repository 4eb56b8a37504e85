import { expect } from 'vitest';
import type { Failure, Result } from '../../../../shared/failure.ts';
import type { FileId, RemoteFingerprint, SiteId } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../../../main/engine/trees.ts';
import type {
  DownloadSink,
  FoundMarker,
  Marker,
  ScannedFile,
  ScannedFolder,
  ScanOptions,
  ScanReport,
} from '../../../../main/sync/ports/disk.ts';
import { sha256 } from '../../../support/memory/disk/reading.ts';
import { must as value } from '../../../support/must.ts';
import type { DiskHome, OpenDiskHome } from './disk-home.ts';

export { value };

export const MARKER: Marker = {
  site: 'site-1' as SiteId,
  baseUrl: 'http://127.0.0.1:1/api',
  folderId: 'folder-1',
  generation: null,
  edition: 0,
};

/** A home that is open during a test, with the site's folder made, and short ways of asking its disk. */
export class Bench {
  #home: DiskHome | null = null;
  readonly #sinks: DownloadSink[] = [];

  get home(): DiskHome {
    if (this.#home === null) throw new Error('Only within a test');
    return this.#home;
  }

  get disk(): DiskHome['disk'] {
    return this.home.disk;
  }

  get folder(): string {
    return this.home.folder;
  }

  get hands(): DiskHome['hands'] {
    return this.home.hands;
  }

  async open(openHome: OpenDiskHome): Promise<void> {
    this.#home = await openHome();
    value(await this.disk.createSiteFolder(this.folder, MARKER));
  }

  async close(): Promise<void> {
    // Some tests leave downloads as a process that died would; their files are closed here all the same.
    for (const sink of this.#sinks.splice(0)) await sink.discard();
    await this.#home?.close();
    this.#home = null;
  }

  async scan(options: Partial<ScanOptions> = {}): Promise<{
    readonly paths: readonly string[];
    readonly report: ScanReport;
    readonly files: ScannedFile[];
  }> {
    const files: ScannedFile[] = [];
    const report = value(
      await this.disk.scan(this.folder, { ignore: [], scope: null, ...options }, (batch) =>
        files.push(...batch),
      ),
    );
    return { paths: files.map((file) => file.path).sort(), report, files };
  }

  /** The same, leaving out what has its known version. `versions` are those that the folders have now. */
  async scanKnowing(known: ReadonlyMap<string, string>): Promise<{
    readonly paths: readonly string[];
    readonly report: ScanReport;
    readonly folders: readonly ScannedFolder[];
    readonly versions: ReadonlyMap<string, string>;
  }> {
    const folders: ScannedFolder[] = [];
    const onFolders = (found: readonly ScannedFolder[]): void => void folders.push(...found);
    const { paths, report } = await this.scan({ known: { versions: known, onFolders } });
    const versions = folders.map(({ folder, version }) => [folder.normalize('NFC'), version ?? ''] as const);
    return { paths, report, folders, versions: new Map(versions) };
  }

  /** A file as it is now. */
  async seen(path: string): Promise<LocalFile> {
    const found = value(await this.disk.stat(this.folder, path as RelPath));
    if (found === null) throw new Error(`Nothing at ${path}`);
    return { ...found, hash: null };
  }

  /** Opens a download, writes it and finishes it. */
  async received(
    content: string,
    id = 'file-1',
    fingerprint = 'v1',
    size: number | null = null,
  ): Promise<DownloadSink> {
    const sink = value(await this.sink(id, fingerprint, size));
    value(await sink.write(Buffer.from(content)));
    expect(value(await sink.finish()).hash).toBe(sha256(Buffer.from(content)));
    return sink;
  }

  /** Of a known size where one is given: a small one is held in memory. */
  async sink(id = 'file-1', fingerprint = 'v1', size: number | null = null): Promise<Result<DownloadSink>> {
    const opened = await this.disk.openDownload(
      this.folder,
      id as FileId,
      fingerprint as RemoteFingerprint,
      'Other/new.txt',
      size,
    );
    if (opened.ok) this.#sinks.push(opened.value);
    return opened;
  }

  /** Every file that is neither in the trash nor the marker. */
  async files(): Promise<Readonly<Record<string, string>>> {
    const all = await this.hands.files();
    return Object.fromEntries(Object.entries(all).filter(([path]) => !path.startsWith('.sitesync/')));
  }

  /** What lies in the trash, as texts by path. */
  async trash(): Promise<readonly (readonly [path: string, text: string])[]> {
    const all = Object.entries(await this.hands.files());
    return all
      .filter(([path]) => path.startsWith('.sitesync/trash/'))
      .map(([path, text]) => [path.split('/').slice(3).join('/'), text] as const);
  }

  /** Names of temporary files. */
  async parts(): Promise<readonly string[]> {
    return Object.keys(await this.hands.files()).filter((path) => path.startsWith('.sitesync/tmp/'));
  }
}

/** What went wrong; fails the test where nothing did. A failure must have words for people. */
export function failure(result: Result<unknown> | undefined): Failure {
  if (result === undefined || result.ok) throw new Error('It succeeded');
  expect(result.failure.message.length).toBeGreaterThan(10);
  expect(result.failure.hint.length).toBeGreaterThan(10);
  return result.failure;
}

/** A marker that was read, as it was written: which file it is in, where that is known, is no part of it. */
export function asWritten(read: Result<FoundMarker | null>): Marker | null {
  const marker = value(read);
  if (marker === null) return null;
  const { isSelf = true, ...written } = marker;
  expect(isSelf).toBe(true);
  return written;
}
