import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { siteSummaries } from '../../../main/app/sites/site-summaries.ts';
import { listSites } from '../../../main/sync/observe/sites.ts';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import { openEngine } from '../../support/engine-home.ts';
import { SITE, siteOf, startWorld } from '../../support/laptop.ts';

const ONCE = { confirmDeletes: false, eager: true, scope: null, list: true };

it.each([false, true])(
  'a site that is gone with all its files is told as that, whatever the list names besides (%j)',
  async (ignoresFilters) => {
    const home = await mkdtemp(join(tmpdir(), 'sitesync-withdrawn-'));
    const world = await startWorld({ variation: { ignoresFilters } });
    const { store } = world.service;
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    store.addSite({ id: 'site-2', name: 'Mill' });
    for (const site of [SITE, 'site-2'])
      for (const name of names)
        store.addFile(site, { name: `${name} of ${site}.pdf`, category: 'spec-sheet', content: name + site });
    const laptop = await openEngine(world, home);
    laptop.engine.pauseAll();
    const { mirror } = laptop.program;
    try {
      await laptop.follow(SITE);
      const sync = async () => siteOf(await syncOnce(laptop.context, mirror.followed(), ONCE));
      await sync();
      store.removeSite(SITE);
      for (let looks = 0; looks < 2; looks++)
        expect(await sync()).toMatchObject({
          trashed: 0,
          held: null,
          problems: [{ path: '', message: expect.stringMatching(/no longer lists/) }],
        });
      const { id } = mirror.followed()[0]!;
      expect(mirror.counts(id).remote).toBe(names.length);
      // One that was noted without what it is told apart by gets that, though its words are the same.
      const [met] = mirror.problems(id);
      mirror.saveProblems(id, [{ ...met!, reason: undefined }]);
      await sync();
      expect(mirror.problems(id)).toMatchObject([{ code: 'no-access', reason: 'unlisted' }]);
    } finally {
      await laptop.close();
      await world.close();
      await rm(home, { recursive: true, force: true });
    }
  },
);

it.each([[['Mill']], [[]]])(
  'a site that another service, with %j, does not have is told as that, and no file of it is sent there in vain',
  async (others) => {
    const home = await mkdtemp(join(tmpdir(), 'sitesync-elsewhere-'));
    const world = await startWorld();
    const { requests, store } = world.service;
    for (const name of others) store.addSite({ id: 'site-2', name });
    const laptop = await openEngine(world, home);
    laptop.engine.pauseAll();
    const { mirror } = laptop.program;
    try {
      const folder = await laptop.follow(SITE);
      for (const name of ['a', 'b', 'c', 'd']) await writeFile(join(folder, `${name}.pdf`), name);
      store.removeSite(SITE);
      await listSites(laptop.context);
      const sync = async () => siteOf(await syncOnce(laptop.context, mirror.followed(), ONCE));
      const told = { path: '', message: expect.stringMatching(/no longer lists/) };
      for (let looks = 0; looks < 2; looks++)
        expect(await sync()).toMatchObject({ created: 0, problems: [told] });
      expect(requests.writes()).toEqual([]);
      // One line in the app as well, under the name that people know.
      const [kept] = mirror.followed();
      expect(mirror.problems(kept!.id)).toMatchObject([{ path: '', reason: 'unlisted' }]);
      const shown = siteSummaries({ mirror }, new Map(), new Map()).find(({ id }) => id === SITE);
      expect(shown?.name).toBe(basename(folder));

      store.addSite({ id: SITE, name: 'Harbour House' });
      expect(await sync()).toMatchObject({ created: 4, problems: [] });
    } finally {
      await laptop.close();
      await world.close();
      await rm(home, { recursive: true, force: true });
    }
  },
);
