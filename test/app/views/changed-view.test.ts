import { expect, it } from 'vitest';
import { MirrorViews, type FileQuery } from '../../../main/app/views/views.ts';
import type { MirrorReader } from '../../../main/sync/ports/mirror.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import {
  agreed,
  allSteps,
  fileId,
  followed,
  local,
  path,
  record,
  SITE,
} from '../../adapters/sqlite/samples.ts';
import { MemoryMirror } from '../../support/memory-mirror.ts';
import { MOMENT } from './moment.ts';

const everything: FileQuery = {
  site: SITE,
  filter: { text: '', category: null, status: [], folder: null },
  sort: { by: 'path', descending: false },
};

/** Of a site with a model and two other files; what was read whole of it, and how to fetch a file. */
function desk() {
  const mirror = new MemoryMirror();
  mirror.follow(followed(SITE));
  const listing = mirror.beginListing(SITE);
  const names = { model: 'hall.frag', one: 'a.pdf', two: 'b.pdf' } as const;
  const records = Object.entries(names).map(([id, name]) =>
    record(id, {
      name,
      category: id === 'model' ? 'model-3d' : 'spec-sheet',
      metadata: { siteModel: 'hall' },
      facts: { ...record(id).facts, path: null },
    }),
  );
  listing.add(records);
  allSteps(listing.finish(true, null, 1));
  const read = { trees: 0, models: 0 };
  const reader: MirrorReader = new Proxy(mirror, {
    get: (target, name) => {
      if (name === 'trees') read.trees += 1;
      if (name === 'modelRecords') read.models += 1;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  const fetched = (id: FileId): void => {
    const { name, category, fingerprint } = records.find((each) => each.id === id)!;
    const place = path(`${category === 'model-3d' ? '3D Model' : 'Spec Sheet'}/${name}`);
    const base = agreed(id, { path: place, impliedPath: place, category, name, remote: fingerprint });
    const { hash, size, mtimeNs, ino } = base;
    mirror.commit(SITE, [{ base, local: local(place, { hash, size, mtimeNs, ino }) }]);
  };
  return { mirror, reader, read, fetched };
}

it('reads neither all files nor the models again where a file that is none was fetched', () => {
  const { reader, read, fetched } = desk();
  const views = new MirrorViews(reader, MOMENT);
  const models = views.models(SITE);
  expect(models.map(({ id }) => id)).toEqual(['model']);
  const statuses = (): Record<string, string> =>
    Object.fromEntries(views.page(everything, 0, 10).rows.map(({ path: place, status }) => [place, status]));
  expect(statuses()).toMatchObject({ 'Spec Sheet/a.pdf': 'queued', '3D Model/hall.frag': 'queued' });
  const later = (revision: number, ...ids: readonly FileId[]): void =>
    views.at({
      ...MOMENT,
      revisions: { [SITE]: revision },
      touched: { [SITE]: { since: 0, ids, paths: [] } },
    });

  fetched(fileId('one'));
  later(1, fileId('one'));
  expect(statuses()).toMatchObject({ 'Spec Sheet/a.pdf': 'up-to-date', '3D Model/hall.frag': 'queued' });
  expect(views.outbox(null).pendingTotal).toBe(2);
  expect(views.models(SITE)).toBe(models);
  expect(read).toEqual({ trees: 1, models: 1 });

  fetched(fileId('model'));
  later(2, fileId('one'), fileId('model'));
  expect(statuses()).toMatchObject({ 'Spec Sheet/a.pdf': 'up-to-date', '3D Model/hall.frag': 'up-to-date' });
  expect(views.models(SITE)).toEqual(models);
  expect(read).toEqual({ trees: 1, models: 2 });
});

it('is built anew where it is older than what is known of the files that were written', () => {
  const { reader, read, fetched } = desk();
  const views = new MirrorViews(reader, MOMENT);
  views.counts();
  fetched(fileId('one'));
  fetched(fileId('two'));
  views.at({
    ...MOMENT,
    revisions: { [SITE]: 2 },
    touched: { [SITE]: { since: 1, ids: [fileId('two')], paths: [] } },
  });
  expect(views.outbox(null).pendingTotal).toBe(1);
  expect(read.trees).toBe(2);
});
