import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, mkdir, readdir, readFile, rename, rm, writeFile, appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SiteReport } from '../../main/sync/state/site-report.ts';
import type { SyncReport } from '../../main/sync/sync-once.ts';
import { DEFAULT_TOKEN, startService, type RunningService } from '../service/service.ts';
import { serveDemo } from './serve-demo.ts';

/**
 * The demo: the real command line against the real service on sample data, in a scratch folder that is removed at the
 * end. Two sites go offline, both sides change, two syncs follow; the second one must write nothing. Then the app is
 * served in a browser on the same data, until Ctrl+C; with `--once` it ends before that.
 */
const SAMPLE = join(import.meta.dirname, '..', '..', 'resources', 'sample');
const CLI = join(import.meta.dirname, '..', '..', 'main', 'hosts', 'cli', 'main.mjs');
const SITES = ['rijnhaven-tower', 'lindenau-school'] as const;

const values = given();
const scratch = await mkdtemp(join(tmpdir(), 'sitesync-demo-'));
const service = await startService({ dataDir: join(scratch, 'service'), sample: SAMPLE });
/** Set while the app is served: then Ctrl+C ends it in order, before that at once. */
let serving: AbortController | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (serving !== null) {
      serving.abort();
      return;
    }
    rmSync(scratch, { recursive: true, force: true });
    process.exit(130);
  });
try {
  await demo(service, scratch);
  if (!values.once) await browse(service, scratch);
} finally {
  await service.close();
  await rm(scratch, { recursive: true, force: true });
}
title('Done. The scratch folder is removed.');

function given(): { readonly once: boolean } {
  try {
    return parseArgs({ options: { once: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\nThe demo takes one option: npm run demo -- --once`);
    return process.exit(2);
  }
}

async function browse(running: RunningService, folder: string): Promise<void> {
  title('Now the app, on the same sites');
  say(`Sign in with the address ${running.url} and the token ${DEFAULT_TOKEN}`);
  say(`The folders of the sites are in ${join(folder, 'sites')}`);
  serving = new AbortController();
  const root = join(folder, 'sites');
  await serveDemo({ data: join(folder, 'data'), root, say, stopping: serving.signal });
}

async function demo(running: RunningService, folder: string): Promise<void> {
  const data = join(folder, 'data');
  const root = join(folder, 'sites');
  const sync = (): Promise<SyncReport> =>
    cli(running.url, [
      'sync',
      '--once',
      '--data',
      data,
      '--root',
      root,
      ...SITES.flatMap((id) => ['--site', id]),
      '--json',
    ]);

  title('A Site Data Service with five sample sites is running');
  say(`${running.url}, token ${DEFAULT_TOKEN}`);

  title('Signing in');
  const account = ['--data', data, '--json', '--quiet'];
  const { baseUrl, keptIn } = await cli<{ baseUrl: string; keptIn: string }>(running.url, [
    'sign-in',
    ...account,
  ]);
  say(`Signed in to ${baseUrl}${keptIn === 'keychain' ? '; the token is kept in the keychain' : ''}.`);
  try {
    await work(running, data, sync);
  } finally {
    // Without a keychain nothing was kept that could be forgotten.
    if (keptIn === 'keychain') {
      await cli(running.url, ['sign-out', ...account]);
      title('Signed out: the keychain has forgotten the token');
    }
  }
}

async function work(running: RunningService, data: string, sync: () => Promise<SyncReport>): Promise<void> {
  title('Two sites are taken offline');
  const first = await sync();
  for (const site of first.sites) say(`${site.name}: ${site.downloaded} files, ${site.folder}`);

  title('Changes on this laptop');
  const tower = folderOf(first.sites[0]);
  const datamodel = await firstFile(tower, 'KG CSV Datamodel');
  await appendFile(join(tower, datamodel), 'note,added in the plant room,,,,\n');
  say(`edited   ${datamodel}`);
  const document = await firstFile(tower, 'Maintenance Document');
  const renamed = `Maintenance Document/Reviewed ${document.slice(document.lastIndexOf('/') + 1)}`;
  await rename(join(tower, document), join(tower, renamed));
  say(`renamed  ${document} -> ${renamed}`);
  await mkdir(join(tower, 'Site visit 2026-11-21'));
  await writeFile(join(tower, 'Site visit 2026-11-21', 'findings.txt'), 'Belt of AHU-03 is worn.\n');
  say('new      Site visit 2026-11-21/findings.txt');

  title('At the same time, on the service');
  const school = running.store.files(SITES[1]);
  const [changed, removed] = school;
  if (changed === undefined || removed === undefined)
    throw new Error('The sample school has fewer than two files');
  running.store.editFile(changed.id, {
    content: `${String(running.store.readContent(changed.id))}\nchanged by a colleague\n`,
  });
  say(`edited   ${changed.name}`);
  running.store.deleteFile(removed.id);
  say(`deleted  ${removed.name}`);
  running.store.addFile(SITES[1], {
    name: 'Boiler handover.txt',
    category: 'maintenance',
    content: 'Handed over.\n',
  });
  say('new      Boiler handover.txt');

  title('First sync: what happened');
  const second = await sync();
  for (const site of second.sites) say(describe(site));
  await showHistory(running.url, data);

  title('Second sync: nothing is left to do');
  running.requests.clear();
  const third = await sync();
  const writes = running.requests.writes().length;
  const downloads = running.requests.all.filter((request) => request.path.endsWith('/download/')).length;
  for (const site of third.sites) say(describe(site));
  say(`requests that write: ${writes}, downloads: ${downloads}`);
  if (third.state !== 'in-sync' || writes + downloads > 0) throw new Error('The second sync was not empty');
  await expectContent(join(tower, 'Site visit 2026-11-21', 'findings.txt'), 'Belt of AHU-03 is worn.\n');
}

interface Line {
  readonly path: string;
  readonly reason: string;
  readonly done: string;
  readonly why: string;
}

async function showHistory(url: string, data: string): Promise<void> {
  const { activity } = await cli<{ activity: readonly Line[] }>(url, ['activity', '--data', data, '--json']);
  const news = activity.filter((line) => line.reason !== 'new-on-service' || line.path.includes('Boiler'));
  for (const { done, path, why } of news) say(`${done}: ${path}  (${why})`);
}

function describe(site: SiteReport): string {
  const { created, updated, moved, downloaded, trashed, deletedRemote, conflicts, problems } = site;
  return `${site.name}: ${created} uploaded, ${updated} updated, ${moved} renamed, ${downloaded} downloaded, ${trashed} to the trash, ${deletedRemote} deleted there, ${conflicts.length} conflicts, ${problems.length} problems`;
}

function folderOf(site: SiteReport | undefined): string {
  if (site === undefined) throw new Error('The sync reported no site');
  return site.folder;
}

async function firstFile(folder: string, category: string): Promise<string> {
  const names = (await readdir(join(folder, category), { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
  const [name] = names.sort();
  if (name === undefined) throw new Error(`The sample has no file in ${category}`);
  return `${category}/${name}`;
}

async function expectContent(path: string, content: string): Promise<void> {
  if ((await readFile(path, 'utf8')) !== content) throw new Error(`${path} was changed`);
}

/** Runs one command as a person would and reads its one JSON object; a minute is more than any takes. */
async function cli<T = SyncReport>(url: string, args: readonly string[]): Promise<T> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, SITESYNC_TOKEN: DEFAULT_TOKEN, SITESYNC_BASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  });
  let text = '';
  for await (const chunk of child.stdout) text += String(chunk);
  return JSON.parse(text) as T;
}

function title(text: string): void {
  console.log(`\n${text}`);
}

function say(text: string): void {
  console.log(`  ${text}`);
}
