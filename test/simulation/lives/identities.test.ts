import { createHash } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { ContentHash, FileId, OpId } from '../../../shared/model/ids.ts';
import type { Person } from '../../support/memory/disk/person.ts';
import { MemoryService } from '../../support/memory/service/service.ts';
import { AGREED, path, version } from '../../engine/agreed-record.ts';
import { drawClimate } from '../climate.ts';
import { idleLaptop } from '../idle-laptop.ts';
import { Identities } from '../identities.ts';
import { Random } from '../random.ts';
import { Scheduler } from '../scheduler.ts';
import { simulate } from '../simulate.ts';
import type { SimLaptop } from '../sim-laptop.ts';

/** The judge of moved files: what excuses that one has another record in the end, and what does not. */

let service: MemoryService;
/** One more laptop of this name. */
let idle: (name: string) => SimLaptop;
let laptop: SimLaptop;
let identities: Identities;
let id: FileId;

beforeEach(() => {
  const scheduler = new Scheduler(Date.UTC(2026, 10, 21), false);
  let ids = 0;
  service = new MemoryService({
    now: () => scheduler.now,
    newId: () => `id ${++ids}`,
  });
  const site = service.addSite('Harbour House');
  const climate = drawClimate(new Random(1));
  const [drawn] = climate.laptops;
  if (drawn === undefined) throw new Error('No laptop was drawn');
  const linux = { ...drawn, platform: 'linux' as const, disk: { inodes: 'unique' as const } };
  idle = (name) =>
    idleLaptop({ ...linux, name }, { climate, scheduler, service, site, random: new Random(1) });
  laptop = idle('laptop');
  identities = new Identities(service, site, false);
  id = service.addFile(site, { name: 'a.txt', content: 'mine' });
  person().write('Other/a.txt', 'mine');
  agreeOn('Other/a.txt', 'r1');
});

const person = (): Person => laptop.disk.person(laptop.folder);

const sha256 = (bytes: Uint8Array): ContentHash =>
  createHash('sha256').update(bytes).digest('hex') as ContentHash;

function agreeOn(at: string, remote: string, of = id, on = laptop): void {
  const files = on.disk.person(on.folder);
  const { ino, mtimeNs, size } = files.stat(at);
  const hash = sha256(files.read(at));
  const agreed = { ...AGREED, id: of, path: path(at), impliedPath: path(at), ino, mtimeNs, size, hash };
  on.mirror.commit(on.setup.site, [{ base: { ...agreed, remote: version(remote) } }]);
}

function move(from: string, to: string): void {
  person().rename(from, to);
  identities.moved(laptop, from, to);
}

/** A file that was never sent comes to a place. */
function put(at: string): void {
  person().write('new.txt', 'another one');
  move('new.txt', at);
}

const replace = (): void => service.editFile(id, { content: 'another one' });
const lostTo = (at: string): string =>
  `the record holds another one: ${id} (mine), which ${laptop.name} moved from Other/a.txt to ${at}`;

it('a file that was moved has its record in the end', () => {
  move('Other/a.txt', 'b.txt');
  expect(identities.lost()).toEqual([]);
  replace();
  expect(identities.lost()).toEqual([lostTo('b.txt')]);
});

it('and so it has where it was moved on after the service took that, whether the laptop knows of it or not', () => {
  move('Other/a.txt', 'b.txt');
  identities.sent(laptop, id);
  move('b.txt', 'c.txt');
  replace();
  expect(identities.lost()).toEqual([lostTo('c.txt')]);
});

it('but not where another took the place that was sent: it looks as if a program had saved it there and kept a backup', () => {
  move('Other/a.txt', 'b.txt');
  identities.sent(laptop, id);
  move('b.txt', 'c.txt');
  put('b.txt');
  replace();
  expect(identities.lost()).toEqual([]);
});

it('another that takes a place which was never sent, or which is agreed on for it no more, excuses nothing', () => {
  move('Other/a.txt', 'b.txt');
  move('b.txt', 'c.txt');
  put('b.txt');
  identities.sent(laptop, id);
  agreeOn('c.txt', 'r2');
  move('c.txt', 'd.txt');
  agreeOn('d.txt', 'r3');
  move('d.txt', 'e.txt');
  person().write('c.txt', 'a third one');
  identities.acted(laptop);
  replace();
  expect(identities.lost()).toHaveLength(1);
});

it('no sync is blamed where a file came to a place that was just given to another record: seed 81025', async () => {
  expect((await simulate(81_025)).broken).toEqual([]);
});

it('no sync is blamed for such a file in a whole life: seed 5210283', async () => {
  expect((await simulate(5_210_283)).broken).toEqual([]);
});

/** Another computer has the record's first version and moves it, while this one is about to agree on it. */
async function editedAndMovedElsewhere(isSent: boolean): Promise<void> {
  const other = idle('another');
  other.disk.person(other.folder).write('first.txt', 'theirs');
  if (isSent) {
    const { ino, mtimeNs, size } = other.disk.person(other.folder).stat('first.txt');
    const intent = { path: path('first.txt'), name: 'first.txt', category: 'other' as const, lateUntil: 0 };
    const opId = 'op' as OpId;
    const hash = sha256(Buffer.from('theirs'));
    await other.mirror.saveIntents(other.setup.site, [
      { ...intent, ino, mtimeNs, size, hash, opId, listing: 0 },
    ]);
  }
  other.disk.person(other.folder).replace('first.txt', 'theirs, edited');
  identities.wrote('theirs, edited', 'theirs');
  identities.edited(other, 'first.txt', 'theirs, edited');
  other.disk.person(other.folder).rename('first.txt', 'second.txt');
  identities.moved(other, 'first.txt', 'second.txt');
}

it.each([
  ['excuses that its record goes', true],
  ['excuses nothing where it was not sent', false],
])('a file that was edited and moved elsewhere before it was agreed on %s', async (_how, isSent) => {
  service.editFile(id, { content: 'theirs' });
  person().write('Other/a.txt', 'theirs');
  agreeOn('Other/a.txt', 'r1');
  await editedAndMovedElsewhere(isSent);
  move('Other/a.txt', 'b.txt');
  service.deleteFile(id);
  expect(identities.lost()).toHaveLength(isSent ? 0 : 1);
});

it('no sync is blamed for that in a whole life: seed 7717125', async () => {
  expect((await simulate(7_717_125, { unlistable: true })).broken).toEqual([]);
});

it.each([
  ['excuses', true],
  ['excuses nothing where it stays', false],
])('a file that became another record and is deleted as that one %s', async (_how, isDeleted) => {
  const { site } = laptop.setup;
  move('Other/a.txt', 'b.txt');
  const second = service.addFile(site, { name: 'b.txt', content: 'mine' });
  laptop.mirror.commit(site, [{ dropBase: id }]);
  agreeOn('b.txt', 'r1', second);
  const other = idle('another');
  other.disk.person(other.folder).write('b.txt', 'mine');
  agreeOn('b.txt', 'r1', second, other);
  if (isDeleted) {
    identities.removes(laptop, 'b.txt');
    person().remove('b.txt');
  }
  other.disk.person(other.folder).rename('b.txt', 'c.txt');
  identities.moved(other, 'b.txt', 'c.txt');
  service.deleteFile(second);
  expect(identities.lost()).toHaveLength(isDeleted ? 0 : 1);
});

it('no sync is blamed for that in a whole life: seed 31100034', async () => {
  expect((await simulate(31_100_034, { unlistable: true })).broken).toEqual([]);
});

it.each([
  ['excuses that its record goes', true],
  ['excuses nothing where it stays', false],
])('a trade of places with a file whose record another site has by now %s', (_how, isElsewhere) => {
  const second = service.addFile(laptop.setup.site, { name: 'b.txt', content: 'second' });
  person().write('Other/b.txt', 'second');
  agreeOn('Other/b.txt', 'r1', second);
  if (isElsewhere) {
    service.editFile(second, { site: service.addSite('Elsewhere') });
    identities.deleted(second);
  }
  move('Other/a.txt', 'aside');
  move('Other/b.txt', 'Other/a.txt');
  move('aside', 'Other/b.txt');
  replace();
  expect(identities.lost()).toHaveLength(isElsewhere ? 0 : 1);
});
