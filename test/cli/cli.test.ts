import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMirror } from '../../main/adapters/sqlite/mirror.ts';
import { addedModels, noteOf } from '../../main/models/model-notes.ts';
import type { FollowedSite } from '../../main/sync/ports/mirror/sites.ts';
import type { ModelId } from '../../shared/model/ids.ts';
import { runCli, startCli, type Ran } from '../support/command-line.ts';
import { SITE, TOKEN } from '../support/laptop.ts';
import type { RunningService } from '../service/service.ts';
import { closeHome, openHome, signedIn, TOKEN_TAKEN } from './home.ts';

let home: string;
let service: RunningService;

beforeAll(async () => {
  ({ home, service } = await openHome());
  service.store.addFile(SITE, { name: 'pump.pdf', category: 'spec-sheet', content: 'pump' });
});

afterAll(() => closeHome({ home, service }));

/** As a person runs it: a process of its own, which a busy machine starts slowly. */
async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdin = '',
): Promise<Ran> {
  return startCli(args, { env: { ...here(), ...env }, stdin }).ended;
}

/** What is said is the same without one. */
async function runHere(args: readonly string[]): Promise<Ran> {
  return runCli(args, { env: here() });
}

const here = (): Readonly<Record<string, string>> => signedIn({ home, service });

const first = (data: string): readonly string[] => [
  'sync',
  '--once',
  '--data',
  join(home, data),
  '--root',
  join(home, `${data}-root`),
  '--site',
  SITE,
  '--json',
];

describe('sitesync', { timeout: 120_000 }, () => {
  it('syncs with no earlier step and reports in the shape of the contract', async () => {
    const { status, stdout, stderr } = await run(first('a'));
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const report: unknown = JSON.parse(stdout);
    expect(report).toEqual({
      ok: true,
      state: 'in-sync',
      sites: [
        {
          id: SITE,
          name: 'Harbour House',
          folder: join(home, 'a-root', 'Harbour House'),
          files: 1,
          created: 0,
          updated: 0,
          deletedRemote: 0,
          downloaded: 1,
          trashed: 0,
          moved: 0,
          adopted: 0,
          conflicts: [],
          problems: [],
          held: null,
        },
      ],
      bytesUp: 0,
      bytesDown: 4,
      requests: expect.any(Number),
      ms: expect.any(Number),
    });
    expect(await readFile(join(home, 'a-root', 'Harbour House', 'Spec Sheet', 'pump.pdf'), 'utf8')).toBe(
      'pump',
    );
  });

  it('waits until a file that was just saved is still for two seconds, then sends it', async () => {
    await runHere(first('b'));
    const note = join(home, 'b-root', 'Harbour House', 'Other', 'note.txt');
    await writeFile(note, 'just saved');
    const { mtimeMs } = await stat(note);
    const { status, stdout } = await runHere(first('b'));
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ sites: [{ created: 1 }] });
    const sent = service.store.files(SITE).find(({ name }) => name === 'note.txt');
    expect(Date.parse(sent?.created_at ?? '') - mtimeMs).toBeGreaterThanOrEqual(1999);
  });

  it('answers status, problems, files, trash, conflicts, activity and retry from the mirror', async () => {
    await runHere(first('c'));
    for (const command of ['status', 'problems', 'trash', 'conflicts', 'activity', 'retry']) {
      const { status, stdout } = await run([command, '--data', join(home, 'c'), '--json'], {
        SITESYNC_BASE_URL: 'http://127.0.0.1:9',
      });
      expect([command, status]).toEqual([command, 0]);
      expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    }
    const files = await run(['files', SITE, '--data', join(home, 'c'), '--json']);
    expect(JSON.parse(files.stdout)).toMatchObject({
      ok: true,
      files: expect.arrayContaining([expect.objectContaining({ name: 'pump.pdf', status: 'Up to date' })]),
    });
  });

  it('pulls a model, leaves an unchanged one alone, and copies it where asked', async () => {
    await runHere(first('m'));
    service.store.addModel(SITE, 'plant-room', 'glTF and more');
    const pull = ['model', 'pull', SITE, 'plant-room', '--data', join(home, 'm'), '--json'];
    const path = join(home, 'm-root', 'Harbour House', 'Models', 'plant-room.glb');
    expect(JSON.parse((await runHere(pull)).stdout)).toEqual({
      ok: true,
      site: SITE,
      model: 'plant-room',
      file: path,
      size: 13,
      fetched: true,
      tookChanged: false,
    });
    expect(await readFile(path, 'utf8')).toBe('glTF and more');
    const mirror = openMirror(join(home, 'm'));
    if (!mirror.ok) throw new Error(mirror.failure.message);
    // For the app's list of models, which shows since when it is here.
    const site = { id: SITE } as FollowedSite;
    expect(addedModels(mirror.value, site)).toEqual(['plant-room']);
    expect(noteOf(mirror.value, site, 'plant-room' as ModelId).fetchedAt).toBeGreaterThan(0);
    mirror.value.close();
    const copy = join(home, 'copy.glb');
    expect(JSON.parse((await runHere([...pull, '--out', copy])).stdout)).toMatchObject({
      fetched: false,
      file: copy,
    });
    const piped = await runHere([...pull.slice(0, -1), '--out', '-']);
    expect(piped).toEqual({ status: 0, stdout: 'glTF and more', stderr: `Copied: ${path} (13 B)\n` });
    service.store.addModel(SITE, 'plant-room', 'glTF, newer');
    expect(JSON.parse((await runHere(pull)).stdout)).toMatchObject({ fetched: true });
    // Changed here: as long as before, and not what the service has.
    await writeFile(path, 'glTF, nearer');
    const told = '1 model changed here, and that is not sent: Models/plant-room.glb';
    const of = (command: string, ...more: string[]) => run([command, '--data', join(home, 'm'), ...more]);
    for (const command of ['status', 'problems'])
      expect(await of(command)).toMatchObject({ status: 0, stdout: expect.stringContaining(told) });
    expect((await of('problems')).stdout).toContain('copy a changed one to the folder 3D Model to share it');
    expect(JSON.parse((await of('status', '--json')).stdout)).toMatchObject({
      sites: [{ changedModels: 1 }],
    });
    const named = [{ site: SITE, path: 'Models/plant-room.glb' }];
    expect(JSON.parse((await of('problems', '--json')).stdout)).toMatchObject({ changedModels: named });
    const words = (await runHere(pull.filter((each) => each !== '--json'))).stdout;
    expect(words).toContain('The copy that was changed here is in the trash: sitesync trash');
    expect((await of('status')).stdout).not.toContain('changed here');
    service.store.removeModel(SITE, 'plant-room');
    const gone = await runHere(pull);
    expect(gone.status).toBe(1);
    expect(JSON.parse(gone.stdout)).toMatchObject({
      ok: false,
      error: { code: 'not-found', hint: expect.stringContaining('last copy') },
    });
    expect(await readFile(path, 'utf8')).toBe('glTF, newer');
    expect(JSON.parse((await runHere(first('m'))).stdout)).toMatchObject({
      state: 'in-sync',
      sites: [{ created: 0 }],
    });
  });

  it('leaves a paused site alone until it is resumed', async () => {
    await runHere(first('p'));
    await runHere(['pause', '--data', join(home, 'p')]);
    const paused = await runHere(['sync', '--data', join(home, 'p'), '--json']);
    expect(JSON.parse(paused.stdout)).toMatchObject({ sites: [] });
    const watched = await runHere(['sync', '--watch', '--data', join(home, 'p')]);
    expect(watched.stdout + watched.stderr).toContain('Every site is paused, so there is nothing to watch.');
    expect(watched.status).toBe(paused.status);
    const named = await runHere(first('p'));
    expect(JSON.parse(named.stdout)).toMatchObject({ sites: [] });
    expect(named.stderr).toContain(
      `Harbour House is paused and left out. Resume it: sitesync resume ${SITE}`,
    );
    const status = await runHere(['status', '--data', join(home, 'p'), '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ sites: [{ id: SITE, paused: true }] });
    await runHere(['resume', SITE, '--data', join(home, 'p')]);
    expect(JSON.parse((await runHere(['sync', '--data', join(home, 'p'), '--json'])).stdout)).toMatchObject({
      sites: [{ id: SITE }],
    });
  });

  it('keeps bandwidth limits, shows them, and syncs within them', async () => {
    const limit = async (...args: string[]): Promise<Ran> =>
      runHere(['limit', ...args, '--data', join(home, 'w'), '--json']);
    expect(JSON.parse((await limit()).stdout)).toEqual({ ok: true, up: null, down: null });
    expect(JSON.parse((await limit('--up', '1.5M', '--down', '20kB/s')).stdout)).toEqual({
      ok: true,
      up: 1_500_000,
      down: 20_000,
    });
    for (const rate of ['fast', '500', '2T']) {
      const refused = await limit(`--up=${rate}`);
      expect([rate, refused.status]).toEqual([rate, 2]);
      expect(JSON.parse(refused.stdout)).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    }
    expect(JSON.parse((await limit('--up', 'none')).stdout)).toEqual({ ok: true, up: null, down: 20_000 });
    const slow = service.store.addFile(SITE, {
      name: 'slow.bin',
      category: 'other',
      content: 's'.repeat(60_000),
    });
    const report = JSON.parse((await runHere(first('w'))).stdout) as { readonly ms: number };
    expect(report.ms).toBeGreaterThan(2400);
    service.store.deleteFile(slow.id);
  });

  it('takes the token from standard input', async () => {
    const { status, stdout } = await run(
      ['sign-in', '--data', join(home, 'd'), '--token-stdin', '--json'],
      { SITESYNC_TOKEN: '' },
      'demo-token\n',
    );
    expect(status).toBe(TOKEN_TAKEN);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, baseUrl: service.url });
  });

  it('exits 2 on usage, 3 where the token is refused, 4 where the service is not reached', async () => {
    expect((await run(['sync', '--nonsense'])).status).toBe(2);
    expect((await run(['nonsense'])).status).toBe(2);
    const refused = await run(first('e'), { SITESYNC_TOKEN: 'wrong' });
    expect([refused.status, JSON.parse(refused.stdout)]).toEqual([
      3,
      expect.objectContaining({ state: 'sign-in' }),
    ]);
    const offline = await run(first('f'), { SITESYNC_BASE_URL: 'http://127.0.0.1:9' });
    expect([offline.status, JSON.parse(offline.stdout)]).toEqual([
      4,
      expect.objectContaining({ state: 'offline' }),
    ]);
    const badAddress = await run(first('g'), { SITESYNC_BASE_URL: 'not an address' });
    expect(badAddress.status).toBe(2);
    expect(JSON.parse(badAddress.stdout)).toMatchObject({ ok: false, error: { code: 'bad-input' } });
  });

  const restarting = (path: string, times: number, retryAfter: number): void =>
    service.failNext({ match: { pathPrefix: path }, times, action: { status: 503, retryAfter } });

  it('waits for a service that is being restarted before it knows its sites', async () => {
    restarting('/api/v1/sites/', 2, 1);
    expect((await runHere(first('r'))).status).toBe(0);
    restarting('/api/v1/token/verify/', 1, 1);
    const signedIn = await run(['sign-in', '--data', join(home, 's'), '--token-stdin'], {}, `${TOKEN}\n`);
    expect(signedIn.status).toBe(TOKEN_TAKEN);
  });

  it('does not wait for a service that asks for a long wait', async () => {
    restarting('/api/v1/sites/', 1, 600);
    const { status, stderr } = await runHere(['sites', '--data', join(home, 't')]);
    expect(status).toBe(1);
    expect(stderr).toContain('busy or under maintenance.');
    expect(stderr).toMatch(/It asks to wait until \d\d:\d\d\.\n *Run the command again after that\./);
  });

  it('lets one process at a time work in a data folder', async () => {
    await runHere(first('h'));
    const watching = startCli(['sync', '--watch', '--data', join(home, 'h')], { env: here() });
    try {
      await watching.says('Watching for changes');
      const second = await run(['status', '--data', join(home, 'h'), '--json']);
      expect(second.status).toBe(1);
      expect(JSON.parse(second.stdout)).toMatchObject({ ok: false, error: { code: 'mirror-locked' } });
    } finally {
      watching.child.kill('SIGTERM');
      expect((await watching.ended).status).toBe(0);
    }
  });

  it('looks at the folder before a choice or an unfollow that cancels waiting deletes, and ends by itself', async () => {
    await runHere(first('u'));
    const folder = join(home, 'u-root', 'Harbour House');
    await writeFile(join(folder, 'Other', 'new.txt'), 'new');
    const kept = await run(['keep', SITE, 'Spec Sheet/pump.pdf', '--data', join(home, 'u')]);
    expect([kept.status, kept.stderr]).toEqual([0, '']);
    const left = await run(['unfollow', SITE, '--data', join(home, 'u'), '--json']);
    expect([left.status, JSON.parse(left.stdout)]).toEqual([0, { ok: true, site: SITE, folder, unsent: 1 }]);
  });

  it('has a help that names the commands and the exit statuses', async () => {
    const { status, stdout } = await run(['--help']);
    expect(status).toBe(0);
    for (const word of ['sync', 'follow', 'trash', 'Exit status']) expect(stdout).toContain(word);
  });
});
