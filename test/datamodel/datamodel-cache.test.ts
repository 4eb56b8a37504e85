import { describe, expect, it } from 'vitest';
import type { DatamodelStore } from '../../main/datamodel/ports.ts';
import { DatamodelCache } from '../../main/datamodel/datamodel-cache.ts';
import { fail, ok, type Failure } from '../../shared/failure.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { env, model } from './models.ts';

const SITE = 'tower' as SiteId;
const CANCELLED: Failure = { code: 'cancelled', message: '', hint: '', retry: 'now' };

function cacheOf(paths: readonly string[]): DatamodelCache {
  const files = paths.map((path) => ({
    id: null,
    path,
    agreed: null,
    here: { path, size: 1, mtimeNs: 1n, hash: null },
  }));
  return new DatamodelCache({
    store: { mappings: () => new Map(), files: () => files } as unknown as DatamodelStore,
    csv: {
      read: async () => ok({ ...model('', []).report!, header: [] }),
      pack: async () => fail(CANCELLED),
      compare: async () => fail(CANCELLED),
      close: async () => undefined,
    },
    pathOf: (site, path) => `/${site}/${path}`,
    env,
  });
}

describe('the datamodels of a site', () => {
  it('are those that have the name, where a conflict left a copy beside one', async () => {
    const copy = 'KG CSV/plant (conflict 2026-11-21 0942 MARA-T14, 2).csv';
    const alone = 'KG CSV/gone (conflict 2026-11-21 0942 MARA-T14).csv';
    const cache = cacheOf([alone, copy, 'KG CSV/plant.csv']);
    const paths = (await cache.read(SITE)).map(({ file }) => file.path);
    expect(paths).toEqual([alone, 'KG CSV/plant.csv']);
    // To be compared it is read all the same.
    expect((await cache.readOne(SITE, copy))?.report).not.toBeNull();
  });
});
