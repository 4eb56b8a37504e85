import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, mkdir, readdir, readFile, rename, rm, writeFile, appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SiteReport } from '../../main/sync/cycle/site-report.ts';
import type { SyncReport } from '../../main/sync/sync-once.ts';
import { counted } from '../../shared/counted.ts';
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
/** Whoever is signed in, by the service's UUID: not who sent the sample, so that the screens tell the two apart. */
const PERSON = '7c41d0b2-95a3-4e6f-8d18-2f6f0a4be913';
/** A row of the tower's datamodel: a sensor that was fitted today and sends nothing yet. */
const NEW_POINT =
  'AHU-03.FLT,Filter pressure drop,brick:Filter_Differential_Pressure_Sensor,AHU-03,Pa,rtm.ahu03.flt\n';
/** Changed here and on the service. */
const BOTH = 'Site access & keys.txt';

const values = given();
const scratch = await mkdtemp(join(tmpdir(), 'sitesync-demo-'));
const service = await startService({
  dataDir: join(scratch, 'service'),
  sample: SAMPLE,
  // The sites are at work: their charts begin with the week that ends now.
  sampleUntil: Date.now(),
  tokens: { [DEFAULT_TOKEN]: { user: PERSON, sites: 'all' } },
});
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
  const usage =
    'The demo takes one option: npm run demo -- --once, to end before the app is served in a browser.';
  try {
    const options = {
      once: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { help, once } = parseArgs({ options }).values;
    if (help !== true) return { once };
    console.log(usage);
    return process.exit(0);
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    return process.exit(2);
  }
}

async function browse(running: RunningService, folder: string): Promise<void> {
  title('Now the app, on the same sites');
  say(`You are signed in. To sign in again: the address ${running.url} and the token ${DEFAULT_TOKEN}`);
  say(`The folders of the sites are in ${join(folder, 'sites')}`);
  serving = new AbortController();
  const root = join(folder, 'sites');
  const account = { baseUrl: running.url, token: DEFAULT_TOKEN };
  await serveDemo({ data: join(folder, 'data'), root, account, say, stopping: serving.signal });
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
  await appendFile(join(tower, datamodel), NEW_POINT);
  say(`edited   ${datamodel}`);
  const document = await firstFile(tower, 'Maintenance Document');
  const renamed = `Maintenance Document/Reviewed ${document.slice(document.lastIndexOf('/') + 1)}`;
  await rename(join(tower, document), join(tower, renamed));
  say(`renamed  ${document} -> ${renamed}`);
  await mkdir(join(tower, 'Site visit 2026-11-21'));
  await writeFile(join(tower, 'Site visit 2026-11-21', 'findings.txt'), 'Belt of AHU-03 is worn.\n');
  say('new      Site visit 2026-11-21/findings.txt');
  await appendFile(join(tower, 'Other', BOTH), 'Goods lift is out of order until Friday: use the stairs.\n');
  say(`edited   Other/${BOTH}`);

  title('At the same time, on the service');
  colleague(running);

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

/** What somebody else does on the service meanwhile: one file of it was changed here too. */
function colleague({ store }: RunningService): void {
  const [tower, school] = SITES;
  const named = (site: string, name: string): string => {
    const found = store.files(site).find((file) => file.name === name);
    if (found === undefined) throw new Error(`The sample has no ${name}`);
    return found.id;
  };
  const added = (id: string, line: string): string => `${String(store.readContent(id)).trimEnd()}\n${line}\n`;
  const edits = [
    [school, 'Lüften – Hinweise für Klassen.txt', 'Im Winter nur stoßlüften.'],
    [tower, BOTH, 'New code of the key box since Monday: ask at the desk.'],
  ] as const;
  for (const [site, name, line] of edits) {
    const id = named(site, name);
    store.editFile(id, { content: added(id, line) });
    say(`edited   ${name}`);
  }
  const removed = 'Datenblatt MAG1 (EM 200).pdf';
  store.deleteFile(named(school, removed));
  say(`deleted  ${removed}`);
  const name = 'Boiler handover.txt';
  store.addFile(school, { name, category: 'maintenance', content: 'Handed over.\n' });
  say(`new      ${name}`);
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
  return `${site.name}: ${created} uploaded, ${updated} updated, ${moved} renamed, ${downloaded} downloaded, ${trashed} to the trash, ${deletedRemote} deleted there, ${counted(conflicts.length, 'conflict')}, ${counted(problems.length, 'problem')}`;
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
