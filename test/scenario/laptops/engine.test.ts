import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syncSite } from '../../../main/sync/cycle/cycle.ts';
import { until } from '../../support/engine-home.ts';
import { SITE } from '../../support/laptop.ts';
import { engineRig, type EngineRig } from '../engine-rig.ts';

const site = SITE;

let rig: EngineRig;
beforeEach(async () => {
  rig = await engineRig();
});
afterEach(() => rig.close());

describe('sites that come and go', () => {
  it('are taken up when they are followed and let go when they are not', async () => {
    const laptop = await rig.start();
    await laptop.engine.refresh();
    const folder = await laptop.follow(SITE);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    await laptop.atRest();
    await laptop.engine.release(site, async () => laptop.program.mirror.unfollow(site));
    expect([...laptop.watched]).toEqual([]);
    rig.world.service.requests.clear();
    laptop.engine.syncNow(null);
    laptop.engine.wake();
    await delay(200);
    expect(rig.world.service.requests.all).toEqual([]);
    expect(await readFile(join(folder, 'Other', 'plan.txt'), 'utf8')).toBe('plan');
    expect(laptop.program.mirror.counts(site)).toEqual({ base: 0, local: 0, remote: 0 });
  });

  it('are left alone until the change that they were let go for is made, whoever looks anew', async () => {
    const laptop = await rig.start();
    const folder = await laptop.follow(SITE);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    let looked: Promise<void> = Promise.resolve();
    await laptop.engine.release(site, async () => {
      looked = laptop.engine.refresh();
      await delay(100);
      expect([...laptop.watched]).toEqual([]);
      laptop.program.mirror.unfollow(site);
    });
    await looked;
    expect([...laptop.watched]).toEqual([]);
  });

  it('are taken up again where the change fails', async () => {
    const laptop = await rig.start();
    const folder = await laptop.follow(SITE);
    const released = laptop.engine.release(site, () => Promise.reject(new Error('no room')));
    await expect(released).rejects.toThrow('no room');
    await until(() => laptop.watched.has(folder));
  });

  it('are watched in their new folder when they are moved', async () => {
    const laptop = await rig.start();
    const folder = await laptop.follow(SITE);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    const followed = laptop.program.mirror.followed()[0]!;
    const moved = join(rig.home, 'elsewhere');
    await rename(folder, moved);
    laptop.program.mirror.follow({ ...followed, folder: moved });
    await laptop.engine.refresh();
    await until(() => laptop.watched.has(moved));
    expect([...laptop.watched]).toEqual([moved]);
    await writeFile(join(moved, 'Other', 'note.txt'), 'note');
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
    laptop.engine.syncNow(site);
    await until(() => rig.names().includes('note.txt'));
  });

  it('fetch what a new choice adds at once', async () => {
    const laptop = await rig.start();
    const folder = await laptop.follow(SITE, 'none');
    await laptop.atRest();
    expect(existsSync(join(folder, 'Other', 'plan.txt'))).toBe(false);
    laptop.program.mirror.follow({ ...laptop.program.mirror.followed()[0]!, keep: 'all' });
    await laptop.engine.refresh();
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
  });

  it('send what another ignore setting lets through', async () => {
    const laptop = await rig.start();
    laptop.program.mirror.setSetting('ignore', '*.raw\n');
    const folder = await laptop.follow(SITE);
    await writeFile(join(folder, 'Other', 'scan.raw'), 'points');
    laptop.engine.syncNow(null);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    await laptop.atRest();
    expect(rig.names()).toEqual(['plan.txt']);
    laptop.program.mirror.setSetting('ignore', null);
    await laptop.engine.refresh();
    await until(() => rig.names().includes('scan.raw'));
  });

  it('show no file as on its way that has come, gone, or broken off', async () => {
    const { store } = rig.world.service;
    const broken = store.addFile(SITE, { name: 'broken.txt', category: 'other', content: 'broken' });
    const large = Buffer.alloc(3_000_000, 'large');
    store.addFile(SITE, { name: 'large.txt', category: 'other', content: large });
    rig.world.service.failNext({
      match: { pathPrefix: `/api/v1/files/${broken.id}/download` },
      times: Infinity,
      action: 'drop-after',
    });
    const laptop = await rig.start();
    const folder = await laptop.follow(SITE);
    await writeFile(join(folder, 'Other', 'small.txt'), 'small');
    await writeFile(join(folder, 'Other', 'big.txt'), large);
    laptop.engine.syncNow(null);
    await until(() => rig.names().includes('big.txt') && existsSync(join(folder, 'Other', 'large.txt')));
    await laptop.atRest();
    expect(laptop.program.mirror.problems(SITE)).toHaveLength(1);
    expect(laptop.context.progress.state.running).toEqual([]);
  });
});

describe('a folder that was away', () => {
  it('is worked on as soon as it is scanned again, before the service is next listed', async () => {
    const laptop = await rig.start();
    laptop.engine.pauseAll();
    const folder = await laptop.follow(SITE);
    const options = { confirmDeletes: false, eager: true, scope: null, list: true };
    const [followed] = laptop.program.mirror.followed();
    await syncSite(laptop.context, followed!, options);
    laptop.context.gate.refuse(site, {
      code: 'folder-missing',
      message: 'Gone.',
      hint: '',
      retry: 'on-change',
    });
    await writeFile(join(folder, 'Other', 'note.txt'), 'note');
    const { report } = await syncSite(laptop.context, followed!, { ...options, list: false });
    expect(report).toMatchObject({ created: 1, problems: [] });
  });
});

describe('a site of which only some files are kept in step', () => {
  it('is deleted nothing of by a hint about a folder that holds them', async () => {
    const laptop = await rig.start();
    rig.world.service.store.addFile(SITE, { name: 'pump.pdf', category: 'spec-sheet', content: 'pump' });
    const folder = await laptop.follow(SITE);
    await writeFile(join(folder, '.siteignore'), '*\n!*/\n!*.pdf\n');
    await until(() => existsSync(join(folder, 'Spec Sheet', 'pump.pdf')));
    await laptop.atRest();
    await writeFile(join(folder, 'Spec Sheet', 'note.txt'), 'stays here');
    await writeFile(join(folder, 'Spec Sheet', 'fan.pdf'), 'fan');
    laptop.hint(SITE, { kind: 'changed', folder: 'Spec Sheet', deep: false });
    await until(() => rig.names().includes('fan.pdf') || !rig.names().includes('pump.pdf'));
    await laptop.atRest();
    expect(rig.names().toSorted()).toEqual(['fan.pdf', 'plan.txt', 'pump.pdf']);
  });

  it('is watched in the folders that hold them', async () => {
    const laptop = await rig.start();
    laptop.program.mirror.setSetting('ignore', '*\n!*/\n!*.pdf\ndrafts/\n');
    const folder = await laptop.follow(SITE);
    await until(() => laptop.watched.has(folder));
    const paths = ['Spec Sheet', 'Spec Sheet/fan.pdf', 'drafts/fan.pdf'];
    expect(paths.map((path) => laptop.leavesOut(SITE, path))).toEqual([false, false, true]);
  });
});

describe('a person who does not wait', () => {
  it('is served at once by "sync now" and by waking up', async () => {
    const laptop = await rig.start();
    const folder = await laptop.follow(SITE);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    await laptop.atRest();
    for (const [name, ask] of [
      ['now.txt', () => laptop.engine.syncNow(site)],
      ['woken.txt', () => laptop.engine.wake()],
    ] as const) {
      rig.world.service.store.addFile(SITE, { name, category: 'other', content: name });
      await delay(100);
      expect(existsSync(join(folder, 'Other', name))).toBe(false);
      ask();
      await until(() => existsSync(join(folder, 'Other', name)));
      await laptop.atRest();
    }
  });

  it('ends a back-off with "sync now", which waking up leaves alone', async () => {
    const laptop = await rig.start();
    const folder = await laptop.follow(SITE);
    await until(() => existsSync(join(folder, 'Other', 'plan.txt')));
    await laptop.atRest();
    rig.world.service.failNext({
      match: { method: 'POST', pathPrefix: '/api/v1/files/' },
      action: { status: 500 },
    });
    await writeFile(join(folder, 'Other', 'note.txt'), 'note');
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
    await until(() => laptop.program.mirror.problems(site).length === 1);
    await laptop.atRest();
    expect(laptop.reports.at(-1)?.problems).toEqual([expect.objectContaining({ path: 'Other/note.txt' })]);
    laptop.engine.wake();
    await laptop.atRest();
    expect(rig.names()).toEqual(['plan.txt']);
    laptop.engine.syncNow(site);
    await until(() => rig.names().includes('note.txt'));
    await laptop.atRest();
    expect(laptop.program.mirror.problems(site)).toEqual([]);
  });
});
