import { describe, expect, it } from 'vitest';
import type { DatamodelStore, PackedPoints } from '../../main/datamodel/ports.ts';
import { DatamodelCache } from '../../main/datamodel/datamodel-cache.ts';
import { FailureError } from '../../main/sync/ports/failure-error.ts';
import { fail, ok, type Failure } from '../../shared/failure.ts';
import type { ContentHash, FileId, SiteId } from '../../shared/model/ids.ts';
import { env, model } from './models.ts';

const SITE = 'tower' as SiteId;
const CANCELLED: Failure = { code: 'cancelled', message: '', hint: '', retry: 'now' };

const HASH = 'ab'.repeat(32) as ContentHash;

/** `notes`: keeps the points of these files, which are in step; without it they are not sent yet. */
function cacheOf(paths: readonly string[], notes?: () => void): DatamodelCache {
  const files = paths.map((path) => ({
    id: notes === undefined ? null : (path as FileId),
    path,
    agreed: notes === undefined ? null : HASH,
    here: { path, size: 1, mtimeNs: 1n, hash: null },
  }));
  const store = {
    mappings: () => new Map(),
    files: () => files,
    hasAgreedPoints: () => false,
    setAgreedPoints: notes,
  };
  const report = { ...model('', []).report!, header: [], hash: HASH, packed: '' as PackedPoints };
  return new DatamodelCache({
    store: store as unknown as DatamodelStore,
    csv: {
      read: async () => ok(report),
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

  it('are shown where what they say cannot be kept, as on a full disk', async () => {
    const full: Failure = { code: 'disk-full', message: '', hint: '', retry: 'later' };
    const cache = cacheOf(['KG CSV/plant.csv'], () => {
      throw new FailureError(full);
    });
    expect(await cache.read(SITE)).toMatchObject([{ report: { hash: HASH }, failure: null }]);
    const fault = new TypeError('No such column');
    const faulty = cacheOf(['KG CSV/plant.csv'], () => {
      throw fault;
    });
    await expect(faulty.read(SITE)).rejects.toBe(fault);
  });
});
