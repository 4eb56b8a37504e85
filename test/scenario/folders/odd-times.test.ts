import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { put, SITE, siteOf, startWorld } from '../../support/laptop.ts';

/** Nanoseconds since 1970 of the last have no room in 64 bits with a sign. */
it.each([
  '1901-12-20T10:00:00.000Z',
  '1970-01-01T00:00:00.000Z',
  '2099-12-31T23:59:59.000Z',
  '2300-01-01T00:00:00.000Z',
])(
  'a file that was changed at %s is sent with that time, has it on every laptop, and is kept in step',
  async (text) => {
    const time = new Date(text);
    const world = await startWorld();
    try {
      const [one, two] = [world.laptop('one'), world.laptop('two')];
      await one.sync();
      await put(one, 'Other/odd.txt', 'first');
      await utimes(join(one.folder, 'Other/odd.txt'), time, time);
      expect(siteOf(await one.sync())).toMatchObject({ created: 1, problems: [] });
      const [record] = world.service.store.files(SITE);
      expect(JSON.parse(record!.metadata)).toMatchObject({ sitesync: { mtime: time.getTime() } });
      expect(siteOf(await two.sync())).toMatchObject({ downloaded: 1, problems: [] });
      expect((await stat(join(two.folder, 'Other/odd.txt'))).mtime).toEqual(time);
      for (const laptop of [one, two])
        expect(siteOf(await laptop.sync())).toMatchObject({ updated: 0, downloaded: 0, problems: [] });
      await put(two, 'Other/odd.txt', 'second');
      await utimes(join(two.folder, 'Other/odd.txt'), time, time);
      expect(siteOf(await two.sync())).toMatchObject({ updated: 1, problems: [] });
      expect(siteOf(await one.sync())).toMatchObject({ downloaded: 1, conflicts: [], problems: [] });
      expect(world.service.store.files(SITE)).toHaveLength(1);
    } finally {
      await world.close();
    }
  },
);
