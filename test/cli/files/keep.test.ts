import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepCommand } from '../../../main/hosts/cli/commands/keep-command.ts';
import { output } from '../../../main/hosts/cli/output/output.ts';
import { noteCase } from '../../../main/sync/observe/folder-case.ts';
import { startService, type RunningService } from '../../service/service.ts';
import type { Ran } from '../../support/command-line.ts';
import { SITE } from '../../support/laptop.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { closeHome, openHome, runIn, syncQuietly } from '../home.ts';

let home: string;
let folder: string;
let service: RunningService;

beforeEach(async () => {
  ({ home, service } = await openHome());
  folder = join(home, 'Harbour House');
  for (const [name, category] of [
    ['pump.pdf', 'spec-sheet'],
    ['fan.pdf', 'spec-sheet'],
    ['note.txt', 'other'],
  ] as const)
    service.store.addFile(SITE, { name, category, content: name });
  await run('follow', SITE, '--folder', folder, '--categories', 'spec-sheet');
  await sync();
});

afterEach(() => closeHome({ home, service }));

function run(...args: readonly string[]): Promise<Ran> {
  return runIn({ home, service }, args, { cwd: home });
}

const sync = (): Promise<string> => syncQuietly({ home, service });

const [PUMP, FAN, NOTE] = ['Spec Sheet/pump.pdf', 'Spec Sheet/fan.pdf', 'Other/note.txt'] as const;
const here = (): readonly string[] => [PUMP, FAN, NOTE].filter((path) => existsSync(join(folder, path)));

describe('sitesync keep', { timeout: 120_000 }, () => {
  it('keeps a file here, or on the service alone, until the choice is taken back', async () => {
    expect(here()).toEqual([PUMP, FAN]);
    const kept = await run('keep', SITE, NOTE);
    expect([kept.status, kept.stdout]).toEqual([
      0,
      `1 file is kept here, whatever its category: sitesync sync --site ${SITE}\n` +
        `Add to the commands above: --data ${join(home, 'data')}\n`,
    ]);
    // As a shell completes it.
    const freed = await run('keep', SITE, join(folder, 'Spec Sheet/'), '--online-only', '--json');
    expect(JSON.parse(freed.stdout)).toEqual({
      ok: true,
      site: SITE,
      keep: 'online-only',
      files: expect.arrayContaining([PUMP, FAN]),
    });
    expect(await sync()).toBe('in-sync');
    expect(here()).toEqual([NOTE]);
    await run('keep', SITE, FAN, NOTE, '--as-category');
    expect(await sync()).toBe('in-sync');
    expect(here()).toEqual([FAN]);
    expect(service.store.files(SITE)).toHaveLength(3);
  });

  it('frees a file that was kept here although its category is not', async () => {
    const mine = join(folder, 'Other/mine.txt');
    mkdirSync(join(folder, 'Other'), { recursive: true });
    writeFileSync(mine, 'mine');
    utimesSync(mine, 1_700_000_000, 1_700_000_000);
    const early = await run('keep', SITE, 'Other/mine.txt', '--online-only');
    expect([early.status, early.stderr]).toEqual([2, expect.stringContaining('has no file or folder')]);
    await sync();
    expect(existsSync(mine)).toBe(true);
    await run('keep', SITE, 'Other/mine.txt', '--as-category');
    await sync();
    expect(existsSync(mine)).toBe(false);
    expect(service.store.files(SITE).map(({ name }) => name)).toContain('mine.txt');
  });

  it('changes nothing if one of the paths names nothing, or a file that is on this computer alone', async () => {
    const none = await run('keep', SITE, PUMP, 'Other/nothing.txt', '--online-only', '--json');
    expect([none.status, JSON.parse(none.stdout)]).toMatchObject([
      2,
      { ok: false, error: { message: 'Harbour House has no file or folder “Other/nothing.txt”.' } },
    ]);
    writeFileSync(join(folder, 'Spec Sheet/new.pdf'), 'new');
    service.set({ failNext: [{ match: { method: 'POST' }, action: { status: 400 }, times: 9 }] });
    await sync();
    const unsent = await run('keep', SITE, PUMP, 'Spec Sheet/new.pdf', '--online-only');
    expect([unsent.status, unsent.stderr]).toEqual([
      2,
      expect.stringContaining('not on the service yet, so its only copy stays here'),
    ]);
    await sync();
    expect(here()).toEqual([PUMP, FAN]);
  });

  it('names the first few of many files whose deletes wait, and counts the others', async () => {
    for (let n = 0; n < 30; n++) writeFileSync(join(folder, `Other/${n}.txt`), `${n}`);
    await sync();
    for (let n = 0; n < 30; n++) rmSync(join(folder, `Other/${n}.txt`));
    const { stdout } = await run('keep', SITE, 'Other');
    expect(stdout.match(/nothing was chosen for it/g)).toHaveLength(10);
    expect(stdout).toContain('\nNor was it for 20 more that were deleted here.\n');
  });

  it('chooses nothing for a file whose delete waits, and says what becomes of that delete by a choice of categories', async () => {
    rmSync(join(folder, FAN));
    const { url } = service;
    await service.close();
    expect(await sync()).toBe('offline');
    const chosen = await run('keep', SITE, 'Spec Sheet', '--online-only');
    expect([chosen.status, chosen.stdout]).toEqual([
      0,
      `${FAN} was deleted here, and its delete still waits: nothing was chosen for it.\n` +
        `1 file is kept on the service alone, once it is in step: sitesync sync --site ${SITE}\n` +
        `Add to the commands above: --data ${join(home, 'data')}\n`,
    ]);
    const none = await run('keep', SITE, FAN);
    expect(none.stdout).toBe(
      `${FAN} was deleted here, and its delete still waits: nothing was chosen for it.\n`,
    );
    const other = await run('follow', SITE, '--categories', 'other');
    expect([other.status, other.stdout]).toEqual([
      0,
      expect.stringContaining(
        `1 delete made here was not sent, and will not be: ${FAN} stays on the service.\n`,
      ),
    ]);
    // Taken back before a sync, the choice has been one all the same.
    await run('follow', SITE, '--categories', 'spec-sheet');
    expect((await run('status')).stdout).not.toContain('to be sent');
    // Chosen for itself before, it is deleted there whatever its category.
    await run('keep', SITE, PUMP);
    rmSync(join(folder, PUMP));
    await sync();
    const pinned = await run('follow', SITE, '--folder', folder, '--categories', 'other');
    expect(pinned.stdout).not.toContain('was not sent');
    // The folder that is named is the one of before.
    expect(pinned.stderr).not.toContain('until now');
    await run('follow', SITE, '--categories', 'spec-sheet');
    service = await startService({ dataDir: join(home, 'service'), port: Number(new URL(url).port) });
    expect(await sync()).toBe('in-sync');
    expect(service.store.files(SITE).map(({ name }) => name)).toEqual(['fan.pdf', 'note.txt']);
    expect(here()).toEqual([FAN]);
  });

  it('notices a delete that no sync has seen before a choice cancels it', async () => {
    rmSync(join(folder, FAN));
    const chosen = await run('keep', SITE, 'Spec Sheet', '--online-only');
    expect(chosen.stdout).toContain(`${FAN} was deleted here, and its delete still waits`);
    const other = await run('follow', SITE, '--categories', 'other');
    expect(other.stdout).toContain(`1 delete made here was not sent, and will not be: ${FAN} stays`);
  });

  it('takes a path as files prints it', async () => {
    const metadata = { sitesync: { path: 'Other/deep/er/plan.txt' } };
    service.store.addFile(SITE, { name: 'plan.txt', category: 'other', content: 'plan', metadata });
    await sync();
    const { stdout } = await run('files', SITE);
    const path = /Online only .*(Other\/.*plan\.txt)$/m.exec(stdout)?.[1];
    expect(path).toBe('Other/deep/er/plan.txt');
    expect((await run('keep', SITE, path ?? '')).status).toBe(0);
  });

  it('takes a path as it is here where two records have one name, and as a shell completes it', async () => {
    service.store.addFile(SITE, { name: 'pump.pdf', category: 'spec-sheet', content: 'another pump' });
    await sync();
    const there = readdirSync(join(folder, 'Spec Sheet'));
    const second = there.find((name) => !['pump.pdf', 'fan.pdf'].includes(name)) ?? '';
    const chosen = async (...paths: readonly string[]): Promise<unknown> =>
      JSON.parse((await run('keep', SITE, ...paths, '--json')).stdout);
    const beside = `Spec Sheet/${second}`;
    expect(await chosen(`./${beside}`)).toMatchObject({ ok: true, files: [beside] });
    expect(await chosen('Other/')).toMatchObject({ ok: true, files: [NOTE] });
  });

  it('says of ignored files that no sync fetches them', async () => {
    writeFileSync(join(folder, '.siteignore'), 'Other/\n');
    await run('sync');
    const listed = async (): Promise<string> => (await run('files', SITE)).stdout;
    expect(await listed()).toMatch(/^Left out +8 B +Other\/note\.txt$/m);
    const kept = await run('keep', SITE, NOTE, PUMP, '--json');
    expect([kept.status, kept.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^Other\/note\.txt is left out by the ignore lists .*, and not fetched meanwhile\.\n$/,
      ),
    ]);
    await run('sync');
    expect(here()).toEqual([PUMP, FAN]);
    rmSync(join(folder, '.siteignore'));
    expect((await run('keep', SITE, NOTE, '--as-category')).stderr).toBe('');
    await run('sync');
    expect(await listed()).toMatch(/^Online only +8 B +Other\/note\.txt$/m);
  });

  it('allows one choice at a time', async () => {
    const both = await run('keep', SITE, PUMP, '--online-only', '--as-category');
    expect([both.status, both.stderr]).toEqual([2, expect.stringContaining('exclude each other')]);
    const none = await run('keep', SITE);
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('Other/plan.pdf')]);
  });

  it.each([
    ['told apart', 'spec sheet/PUMP.pdf', 0],
    ['ignored', 'spec sheet/PUMP.pdf', 1],
    ['ignored', 'SPEC SHEET', 2],
  ] as const)(
    'in a folder where case is %s, with %s, chooses for %i of the files',
    async (is, path, count) => {
      const { program } = await openSignedIn({ data: join(home, 'data'), baseUrl: service.url });
      const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
      const out = output({ stdout: sink, stderr: sink }, false, false);
      noteCase(program.mirror, SITE, { ignoresCase: is === 'ignored' });
      expect(await keepCommand(program, out, SITE, [path], 'online-only')).toBe(count === 0 ? 2 : 0);
      expect(program.mirror.pins(SITE).size).toBe(count);
      await program.close();
    },
  );
});
