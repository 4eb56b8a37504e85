import { describe, expect, it } from 'vitest';
import { observeMirror } from '../../../main/app/feed/observed-mirror.ts';
import { TouchedFiles } from '../../../main/app/views/touched-files.ts';
import { MirrorViews, type FileQuery } from '../../../main/app/views/views.ts';
import { noteCase } from '../../../main/sync/observe/folder-case.ts';
import type { ScannedFile } from '../../../main/sync/ports/disk.ts';
import type { Intent } from '../../../main/engine/trees.ts';
import type { Mirror, MirrorReader } from '../../../main/sync/ports/mirror.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import {
  agreed,
  allSteps,
  fileId,
  finished,
  followed,
  intent,
  local,
  path,
  record,
  scanned,
  SITE,
} from '../../support/model-values.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';
import { MOMENT } from '../../support/app-context.ts';

const everything: FileQuery = {
  site: SITE,
  filter: { text: '', category: null, status: [], folder: null },
  sort: { by: 'path', descending: false },
};

/** A name that no file can have, and what it is called instead. */
const [ODD, ODD_HERE] = ['1/2.pdf', '1_2 ~1a08aa19.pdf'] as const;

/** Of a site with a model and two other files; what was read whole of it, and how to fetch a file. */
function desk(one: 'a.pdf' | typeof ODD = 'a.pdf') {
  const mirror = new MemoryMirror();
  mirror.follow(followed(SITE));
  const listing = mirror.beginListing(SITE);
  const names = { model: 'hall.frag', one, two: 'b.pdf' } as const;
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
    const nameHere = name === ODD ? ODD_HERE : name;
    const place = path(`${category === 'model-3d' ? '3D Model' : 'Spec Sheet'}/${nameHere}`);
    const ino = BigInt(Object.keys(names).indexOf(id) + 1);
    const base = agreed(id, { path: place, impliedPath: place, category, name, remote: fingerprint, ino });
    const { hash, size, mtimeNs } = base;
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
  const later = (revision: number, id: FileId): void =>
    views.at({
      ...MOMENT,
      revisions: { [SITE]: revision },
      touched: { [SITE]: { since: 0, writes: [{ revision, ids: [id], paths: [] }] } },
    });

  fetched(fileId('one'));
  later(1, fileId('one'));
  expect(statuses()).toMatchObject({ 'Spec Sheet/a.pdf': 'up-to-date', '3D Model/hall.frag': 'queued' });
  expect(views.outbox(null).pendingTotal).toBe(2);
  expect(views.models(SITE)).toBe(models);
  expect(read).toEqual({ trees: 1, models: 1 });

  fetched(fileId('model'));
  later(2, fileId('model'));
  expect(statuses()).toMatchObject({ 'Spec Sheet/a.pdf': 'up-to-date', '3D Model/hall.frag': 'up-to-date' });
  expect(views.models(SITE)).toEqual(models);
  expect(read).toEqual({ trees: 1, models: 2 });
});

it('is searched by what a fetched file is called here, and no longer by what no folder can call it', () => {
  const { reader, read, fetched } = desk(ODD);
  const views = new MirrorViews(reader, MOMENT);
  const found = (text: string): readonly string[] => views.search(text, 9).places.map(({ label }) => label);
  expect([found('b.pdf'), found('1/2')]).toEqual([['b.pdf'], [ODD]]);
  fetched(fileId('one'));
  views.at({
    ...MOMENT,
    revisions: { [SITE]: 1 },
    touched: { [SITE]: { since: 0, writes: [{ revision: 1, ids: [fileId('one')], paths: [] }] } },
  });
  expect([found('b.pdf'), found('1/2'), found('1_2')]).toEqual([['b.pdf'], [], [ODD_HERE]]);
  expect(read.trees).toBe(1);
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
    touched: { [SITE]: { since: 1, writes: [{ revision: 2, ids: [fileId('two')], paths: [] }] } },
  });
  expect(views.outbox(null).pendingTotal).toBe(1);
  expect(read.trees).toBe(2);
});

it('is built anew where the folder turns out to be on a disk that ignores case', () => {
  const { mirror, fetched } = desk();
  fetched(fileId('one'));
  const writer = mirror.beginScan(SITE);
  writer.add([scanned('Spec Sheet/A.pdf', { size: 11, ino: 99n })]);
  finished(writer, { scope: null, unreadable: [] });
  const views = new MirrorViews(mirror, MOMENT);
  const rowsOf = (of: MirrorViews) => of.page(everything, 0, 10).rows;
  const before = rowsOf(views);
  noteCase(mirror, SITE, { ignoresCase: true });
  expect(rowsOf(views)).toEqual(rowsOf(new MirrorViews(mirror, MOMENT)));
  expect(rowsOf(views)).not.toEqual(before);
});

describe('what a scan found', () => {
  const [A, B, C] = ['Spec Sheet/a.pdf', 'Spec Sheet/b.pdf', 'Spec Sheet/c.pdf'] as const;

  type Step = readonly ScannedFile[] | Intent;

  /** Both are in step; then this is seen or sent, with a look after each. Was all of it looked at after the last one? */
  async function after(...steps: readonly Step[]) {
    const { mirror, reader, read, fetched } = desk();
    for (const id of ['model', 'one', 'two']) fetched(fileId(id));
    const touched = new TouchedFiles();
    const observed = observeMirror(mirror, {
      changed: (_, files) => touched.add(files),
      synced: () => undefined,
      changedAll: () => touched.add(null),
      listed: () => undefined,
    });
    const views = new MirrorViews(reader, MOMENT);
    const rowsOf = (of: MirrorViews) => of.page(everything, 0, 10).rows;
    let [shown, isBuiltAnew] = [rowsOf(views), true];
    for (const step of steps) {
      if ('opId' in step) await observed.saveIntents(SITE, [step]);
      else see(observed, step);
      const { revision, touched: lately } = touched.look();
      const moment = { ...MOMENT, revisions: { [SITE]: revision }, touched: { [SITE]: lately } };
      views.at(moment);
      const before = read.trees;
      shown = rowsOf(views);
      isBuiltAnew = read.trees > before;
      expect(shown).toEqual(rowsOf(new MirrorViews(mirror, moment)));
    }
    return { statuses: shown.map(({ status }) => status), isBuiltAnew };
  }

  function see(mirror: Mirror, files: readonly ScannedFile[]): void {
    const writer = mirror.beginScan(SITE);
    writer.add(files);
    finished(writer, { scope: { below: [], directly: ['Spec Sheet'] }, unreadable: ['Spec Sheet'] });
  }

  it('is shown without a look at all files where it was edited in its place, however its program saved it', async () => {
    const statuses = ['up-to-date', 'queued', 'up-to-date'];
    const inPlace = [scanned(A, { size: 11, ino: 2n }), scanned(B, { ino: 3n })];
    expect(await after(inPlace)).toEqual({ statuses, isBuiltAnew: false });
    const byRename = [scanned(A, { size: 11, ino: 99n }), scanned(B, { ino: 3n })];
    expect(await after(byRename)).toEqual({ statuses, isBuiltAnew: false });
    const unnumbered = [scanned(A, { size: 11, ino: 0n }), scanned(B, { ino: 3n })];
    expect(await after(unnumbered)).toEqual({ statuses, isBuiltAnew: false });
  });

  it('asks for a look at all files where it may have been moved', async () => {
    const traded = [scanned(A, { ino: 3n }), scanned(B, { ino: 2n })];
    expect(await after(traded)).toMatchObject({ isBuiltAnew: true });
    const overB = [scanned(B, { ino: 2n })];
    expect(await after(overB)).toMatchObject({ isBuiltAnew: true });
    const another = [scanned(A, { size: 11, ino: 99n })];
    const linked = [scanned(C, { ino: 2n })];
    expect(await after(linked, another)).toMatchObject({ isBuiltAnew: true });
    expect(await after([scanned(C, { ino: 9n })], another)).toMatchObject({ isBuiltAnew: false });
  });

  it('asks for one where a create has no answer, whose file lies in the place of another', async () => {
    const file = { size: 11, ino: 99n };
    const sent = intent('new', { ...file, path: path(C), mtimeNs: scanned(A).mtimeNs });
    const found = [scanned(A, file), scanned(C, { ino: 9n })];
    expect(await after(found, sent)).toEqual({
      statuses: ['up-to-date', 'waiting', 'up-to-date', 'queued'],
      isBuiltAnew: true,
    });
  });
});

it.each([
  [{ sitesync: { path: 'x' }, note: 'n' }, { note: 'n' }],
  ['{"sitesync": {"path": "x"}, "note": "n"}', { note: 'n' }],
  ['{"sitesync": {"path": "x"}}', null],
  ['a word', 'a word'],
])('shows of the metadata %j what others wrote', (metadata, shown) => {
  const mirror = new MemoryMirror();
  mirror.follow(followed(SITE));
  const listing = mirror.beginListing(SITE);
  listing.add([record('one', { metadata })]);
  allSteps(listing.finish(true, null, 1));
  const views = new MirrorViews(mirror, MOMENT);
  const [row] = views.page(everything, 0, 10).rows;
  const told = views.details(SITE, row!.key)?.metadata ?? null;
  expect(told === null ? null : JSON.parse(told)).toEqual(shown);
});
