import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { openKeptHome } from '../../support/app-home.ts';
import { SITE as site } from '../../support/laptop.ts';

const MODEL = 'label,timeseries_id\nSupply air,sat\nReturn air,rat\n';

it('knows what a datamodel was that nobody has looked at, also without the service', async () => {
  const home = await openKeptHome((service) => {
    service.store.addFile(site, { name: 'points.csv', category: 'kg-csv', content: MODEL });
  });
  try {
    const mirror = new Database(join(home.data, 'mirror.sqlite'), { readonly: true });
    const kept = mirror.prepare('SELECT count(*) FROM agreed_datamodel').pluck();
    await vi.waitUntil(() => kept.get() === 1, { timeout: 45_000 });
    mirror.close();
    await home.service.close();
    await writeFile(join(home.folder, 'KG CSV Datamodel', 'points.csv'), MODEL.replace('sat', 'sat2'));
    await expect
      .poll(() => home.ask('datamodel.difference', { site }))
      .toMatchObject([{ waits: true, changes: { renamed: [{ kind: 'id', was: 'sat', id: 'sat2' }] } }]);
  } finally {
    await home.close();
  }
});
