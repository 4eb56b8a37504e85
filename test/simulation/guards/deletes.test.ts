import { renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listSites } from '../../../main/sync/observe/sites.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld } from './guard-world.ts';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

describe('rule 1: what both sides hold', () => {
  it('the same bytes are adopted without a copy, also where the service keeps no facts', async () => {
    world.service.faults.dropMetadata = true;
    const laptop = await world.inStep();
    world.addFile('a.txt', 'equal');
    laptop.put('Other/a.txt', 'equal');
    expect(await laptop.sync()).toMatchObject({ adopted: 1, conflicts: [] });
    expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'equal' });
  });
});

describe('rule 2: a listing that is not whole', () => {
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt', 'g.txt'];

  it('drops nothing, so that not even a proof is asked for', async () => {
    for (const name of names) world.addFile(name, name);
    const laptop = await world.laptop({ settings: { pageSize: 100 } });
    await laptop.sync();
    world.service.faults.skipRow = 20;
    let reads = 0;
    world.service.faults.onCall = (call) => (reads += call === 'read' ? 1 : 0);
    const report = await laptop.sync();
    expect(laptop.mirror.trees(world.site).remote.size).toBe(names.length);
    expect(report.problems.map((problem) => problem.message).join()).toContain('is incomplete');
    expect(reads).toBe(0);
  });

  it('is asked for again, three times in all, and is partial then', async () => {
    const laptop = await world.inStep(...names);
    world.service.faults.skipRow = 2;
    expect((await laptop.sync()).problems).toEqual([]);
    world.service.faults.skipRow = 99;
    const begun = vi.spyOn(laptop.mirror, 'beginListing');
    expect((await laptop.sync()).problems).toMatchObject([{ path: '', code: 'not-understood' }]);
    expect(begun).toHaveBeenCalledTimes(3);
  });
});

describe('rule 3: absence is proved', () => {
  it('a record that the list leaves out and a GET shows stays here', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    world.hideFromList(world.idOf('a.txt'));
    expect(await laptop.sync()).toMatchObject({ trashed: 0 });
    expect(Object.keys(await filesIn(laptop.folder))).toHaveLength(2);
  });

  it.each([401, 403, 500, 502, 503])('status %i proves nothing', async (status) => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    world.service.deleteFile(world.idOf('a.txt'));
    world.service.faults.fail({ call: 'read', failure: { status }, times: 20 });
    expect(await laptop.sync()).toMatchObject({ trashed: 0 });
    expect(Object.keys(await filesIn(laptop.folder))).toHaveLength(2);
  });

  it.each([401, 403, 500, 502, 503])(
    'a list of sites that answers %i says nothing of the site',
    async (status) => {
      const laptop = await world.inStep('a.txt', 'b.txt');
      world.service.deleteFile(world.idOf('a.txt'));
      world.service.faults.fail({ call: 'sites', failure: { status }, times: 20 });
      const report = await laptop.sync();
      expect(report).toMatchObject({ trashed: 0 });
      expect(report.problems.map(({ message }) => message).join()).not.toContain('no longer lists');
      expect(Object.keys(await filesIn(laptop.folder))).toHaveLength(2);
    },
  );

  it.each([
    ['has rows that are none', { odd: [{ id: null, name: null, why: 'no id' }] }],
    ['has fewer than it promises', { count: 2 }],
    ['names a next page that does not go on', { next: { offset: 0, limit: null } }],
  ])('a list of sites that %s says nothing of the site', async (_what, change) => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    world.service.deleteFile(world.idOf('a.txt'));
    const sitesPage = laptop.client.sitesPage.bind(laptop.client);
    const another = world.service.addSite('Mill House');
    laptop.client.sitesPage = async (...args) => {
      const page = await sitesPage(...args);
      const items = page.ok ? page.value.items.filter(({ id }) => id === another) : [];
      return { ok: true, value: { items, odd: [], count: 1, next: null, ...change } };
    };
    const report = await laptop.sync();
    expect(report).toMatchObject({ trashed: 0, problems: [{ code: 'not-understood' }] });
    expect(report.problems[0]?.message).not.toContain('no longer lists');
    expect(Object.keys(await filesIn(laptop.folder))).toHaveLength(2);
    // Taken over it drops nothing, and adds nothing that it leaves out.
    await listSites(laptop.context);
    expect(laptop.mirror.site(world.site)).not.toBeNull();
  });

  it('the list of sites of a service that is being restarted is waited for', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    world.service.deleteFile(world.idOf('a.txt'));
    world.service.faults.fail({ call: 'sites', failure: { status: 503, retryAfter: 2 }, times: 3 });
    expect(await laptop.sync()).toMatchObject({ trashed: 1, problems: [] });
  });

  it('a site that is no longer listed loses nothing here', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt');
    for (const name of ['a.txt', 'b.txt']) world.service.deleteFile(world.idOf(name));
    world.service.sites.delete(world.site);
    expect(await laptop.sync()).toMatchObject({
      trashed: 0,
      problems: [{ path: '', message: expect.stringMatching(/no longer lists .* 2 files wait for that\.$/) }],
    });
    expect(Object.keys(await filesIn(laptop.folder))).toHaveLength(5);
  });
});

describe('rule 3: a site that is withdrawn with all that it has', () => {
  const names = ['a.txt', 'b.txt', 'c.txt'];

  it('is told as that, and nothing waits for a yes', async () => {
    const laptop = await world.inStep(...names);
    world.service.removeSite(world.site);
    laptop.put('Other/new.txt', 'new');
    for (let look = 0; look < 2; look++) {
      const report = await laptop.sync();
      expect(report).toMatchObject({ trashed: 0, created: 0, held: null, files: names.length });
      expect(report.problems).toMatchObject([
        { path: '', code: 'no-access', message: expect.stringMatching(/no longer lists/) },
      ]);
    }
    expect(Object.keys(await filesIn(laptop.folder))).toHaveLength(names.length + 1);
    // What was seen last stands.
    expect(laptop.mirror.counts(world.site).remote).toBe(names.length);
  });

  it('has a file that was put there meanwhile wait for it, and not be changed', async () => {
    const laptop = await world.inStep();
    laptop.put('Other/new.txt', 'new');
    const { sites } = world.service;
    const name = sites.get(world.site)!;
    world.service.sites.delete(world.site);
    const refusal = { status: 400, detail: 'Invalid pk' };
    world.service.faults.fail({ call: 'create', failure: refusal, times: 1 });
    expect(await laptop.sync()).toMatchObject({
      created: 0,
      problems: [{ path: '', message: expect.stringMatching(/no longer lists .* One file waits/) }],
    });
    sites.set(world.site, name);
    await laptop.env.sleep(60_000);
    expect(await laptop.sync()).toMatchObject({ created: 1, problems: [] });
  });

  it('is listed again: what waited for that goes at once, whenever it was due', async () => {
    const laptop = await world.inStep();
    const { sites } = world.service;
    const name = sites.get(world.site)!;
    sites.delete(world.site);
    const refusal = { status: 400, detail: 'Invalid pk' };
    world.service.faults.fail({ call: 'create', failure: refusal, times: 3 });
    laptop.put('Other/new.txt', 'new');
    for (let tries = 0; tries < 3; tries++) {
      await laptop.sync({ eager: false });
      await laptop.env.sleep(3 * 60_000);
    }
    const waits = { created: 0, problems: [{ message: expect.stringMatching(/no longer lists/) }] };
    expect(await laptop.sync({ eager: false })).toMatchObject(waits);
    sites.set(world.site, name);
    expect(await laptop.sync({ eager: false })).toMatchObject({ created: 1, problems: [] });
  });

  it('is listed again, and so are the sites, where the list of them was taken over meanwhile', async () => {
    const laptop = await world.inStep('a.txt');
    const { sites } = world.service;
    const name = sites.get(world.site)!;
    sites.delete(world.site);
    world.service.addSite('Mill House');
    await listSites(laptop.context);
    expect(laptop.mirror.site(world.site)).toBeNull();
    await laptop.sync();
    expect(laptop.mirror.site(world.site)).toBeNull();
    sites.set(world.site, name);
    world.service.faults.fail({ call: 'create', failure: { status: 413 }, times: 1 });
    laptop.put('Other/new.txt', 'new');
    const { problems } = await laptop.sync();
    expect(problems).toMatchObject([{ path: 'Other/new.txt', code: 'too-large' }]);
    expect(laptop.mirror.site(world.site)).toMatchObject({ name });
  });

  it('is a site whose files were all deleted where it is listed, or nobody can say', async () => {
    const laptop = await world.inStep(...names);
    for (const name of names) world.service.deleteFile(world.idOf(name));
    world.service.faults.fail({ call: 'sites', failure: { status: 500 }, times: 20 });
    expect(await laptop.sync()).toMatchObject({ trashed: 0, held: { count: names.length } });
    world.service.faults.forget();
    expect(await laptop.sync()).toMatchObject({ trashed: 0, held: { count: names.length } });
    world.service.removeSite(world.site);
    expect(await laptop.sync()).toMatchObject({
      problems: [{ code: 'no-access', message: expect.stringMatching(/no longer lists/) }],
    });
  });
});

describe('rule 4: what became of a file is on the service before its record goes', () => {
  it.each(['renamed and edited', 'copied elsewhere and deleted'])('where it was %s', async (how) => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    const place = (path: string): string => join(laptop.folder, path);
    if (how === 'renamed and edited') {
      renameSync(place('Other/a.txt'), place('Other/a v2.txt'));
      writeFileSync(place('Other/a v2.txt'), 'a.txt v2, longer');
    } else {
      laptop.put('Block A/a.txt', 'a.txt v1');
      unlinkSync(place('Other/a.txt'));
    }
    world.service.faults.fail({ call: 'create', failure: { status: 500 }, times: 99 });
    const refused = await laptop.sync();
    expect(refused).toMatchObject({ created: 0, deletedRemote: 0 });
    expect(refused.problems.map(({ path }) => path)).toContain('Other/a.txt');
    expect(world.contents()).toEqual(['a.txt v1', 'b.txt v1']);
    world.service.faults.forget();
    expect(await laptop.sync()).toMatchObject({ created: 1, deletedRemote: 1, problems: [] });
    expect(world.contents()).toHaveLength(2);
  });
});

describe('rule 5: deletes that wait for a yes', () => {
  it('wait on where fewer are left', async () => {
    const names = Array.from({ length: 10 }, (_, n) => `${n}.txt`);
    const laptop = await world.inStep(...names);
    for (const name of names.slice(0, 6)) unlinkSync(join(laptop.folder, 'Other', name));
    expect((await laptop.sync()).held).toMatchObject({ count: 6 });
    for (const name of names.slice(0, 4)) laptop.put(`Other/${name}`, `${name} again`);
    expect((await laptop.sync()).held).toMatchObject({ count: 2 });
    expect(world.contents()).toHaveLength(10);
    expect(await laptop.sync({ confirmDeletes: true })).toMatchObject({ held: null, deletedRemote: 2 });
  });
});

describe('rule 16: a delete that is taken back by the choice not to keep the file here', () => {
  it('is not sent where its record was looked at meanwhile', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    const id = world.idOf('a.txt');
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    world.atCall('read', () => laptop.mirror.commit(world.site, [{ dropBase: id }]));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0 });
    expect(world.contents()).toHaveLength(2);
  });

  it('is known to be on its way from the moment that it is sent until it was done', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    const id = world.idOf('a.txt');
    const { deleting } = laptop.context.progress;
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    const seen: unknown[] = [];
    world.service.faults.onCall = (call) => seen.push([call, [...deleting]]);
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1 });
    expect(seen).toContainEqual(['delete', [id]]);
    expect(seen).toContainEqual(['read', []]);
    expect([...deleting]).toEqual([]);
  });
});
