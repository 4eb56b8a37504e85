import { describe, expect, it } from 'vitest';
import { plan } from '../../../main/engine/plan/plan.ts';
import { withoutSettled } from '../../../main/engine/compare/settled.ts';
import type { BaseFile, LocalFile, NotedBytes, Trees } from '../../../main/engine/trees.ts';
import type { FileId, OpId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { hash, recordOf } from '../agreed-record.ts';
import { POLICY } from '../policy.ts';

/** Files that lie in each other's places. A file is called by the letter of the place where it was agreed on. */

const at = (name: string): RelPath => `Other/${name}` as RelPath;

function agreed(name: string, place = name): BaseFile {
  return {
    id: `id-${name}` as FileId,
    path: at(place),
    impliedPath: at(place),
    category: 'other',
    name: place,
    hash: hash(name),
    size: 3,
    mtimeNs: BigInt(name.charCodeAt(0)),
    ino: BigInt(name.charCodeAt(0)),
    remote: `r ${name}` as RemoteFingerprint,
    opId: 'op 1' as OpId,
    updatedAt: '2026-01-01T00:00:00Z',
  };
}

/** The file `name`, at another place. */
function lying(name: string, place: string, more: Partial<LocalFile> = {}): LocalFile {
  const { hash: bytes, size, mtimeNs, ino } = agreed(name);
  return { path: at(place), hash: bytes, size, mtimeNs, ino, ...more };
}

function planned(
  bases: readonly BaseFile[],
  locals: readonly LocalFile[],
  unreadable: readonly string[] = [],
  notedBytes: readonly NotedBytes[] = [],
  isForbidden = false,
): readonly string[] {
  const trees: Trees = {
    base: new Map(bases.map((base) => [base.id, base])),
    local: new Map(locals.map((local) => [pathKey(local.path), local])),
    remote: new Map(bases.map((base) => [base.id, recordOf(base)])),
  };
  const folders = isForbidden ? { forbidden: unreadable } : { unlisted: unreadable };
  const policy = { ...POLICY, unreadable, ...folders, notedBytes };
  const actions = plan(trees, policy);
  // With a folder that cannot be read all of a site is planned.
  if (unreadable.length === 0) expect(plan(withoutSettled(trees, policy), policy)).toEqual(actions);
  return actions.map((action) => {
    if (action.kind !== 'update') return `${action.kind} ${'path' in action ? action.path.slice(6) : ''}`;
    const { base, content, place } = action;
    return content ? `send ${base.path.slice(6)}` : `${base.id.slice(3)} to ${place.slice(6)}`;
  });
}

const bases = (names: string): readonly BaseFile[] => names.split('').map((name) => agreed(name));

describe('files that took each other’s places', () => {
  it('two swapped: one record gets a name for the time being, and then the name that was left', () => {
    const swapped = [lying('a', 'b'), lying('b', 'a')];
    expect(planned(bases('ab'), swapped)).toEqual(['b to b ~9f782bc5', 'a to b']);
    expect(planned([agreed('a', 'b'), agreed('b', 'b ~9f782bc5')], swapped)).toEqual(['b to a']);
  });

  it('a ring of three: one record gets a name for the time being', () => {
    const order = planned(bases('abc'), [lying('a', 'b'), lying('b', 'c'), lying('c', 'a')]);
    expect(order).toEqual([expect.stringMatching(/^c to c ~/), 'b to c', 'a to b']);
  });

  it('two swapped, whose names are one name on other systems', () => {
    const places = { a: 'ß.txt', b: 'SS.txt' };
    const both = [agreed('a', places.a), agreed('b', places.b)];
    expect(planned(both, [lying('a', places.b), lying('b', places.a)])).toEqual([
      expect.stringMatching(/^b to SS ~/),
      'a to SS.txt',
    ]);
  });

  it('each got the next name: the last one goes first', () => {
    expect(planned(bases('abc'), [lying('a', 'b'), lying('b', 'c'), lying('c', 'd')])).toEqual([
      'c to d',
      'b to c',
      'a to b',
    ]);
  });

  it('an edited file beside them is sent as an edit', () => {
    const edited = lying('c', 'c', { mtimeNs: 1n, size: 9, hash: hash('new') });
    expect(planned(bases('abc'), [lying('a', 'b'), lying('b', 'd'), edited])).toEqual([
      'b to d',
      'a to b',
      'send c',
    ]);
  });
});

describe('a file of a ring that was not read', () => {
  it('is read first, while the others wait', () => {
    expect(planned(bases('ab'), [lying('a', 'b', { hash: null }), lying('b', 'a')])).toEqual(['hash b']);
  });

  it('turns the whole ring into new versions if it has other bytes', () => {
    expect(planned(bases('ab'), [lying('a', 'b', { hash: hash('x') }), lying('b', 'a')])).toEqual([
      'send a',
      'send b',
    ]);
  });
});

describe('an incomplete chain: the path decides which file is which', () => {
  it.each<[string, string, readonly LocalFile[], readonly string[]]>([
    ['a saved file became the backup', 'ab', [lying('x', 'a'), lying('a', 'b')], ['send a', 'send b']],
    ['a saved file became the first backup', 'a', [lying('x', 'a'), lying('a', 'b')], ['send a', 'create b']],
    ['a file was moved over another', 'ab', [lying('b', 'a')], ['send a', 'deleteRemote b']],
    [
      'one of them was edited after it',
      'ab',
      [lying('a', 'b', { mtimeNs: 1n, size: 9, hash: hash('x') }), lying('b', 'a')],
      ['send a', 'send b'],
    ],
    [
      'an inode with two names',
      'ab',
      [lying('a', 'b'), lying('b', 'a'), lying('a', 'c')],
      ['send a', 'send b', 'create c'],
    ],
    [
      'a new file with the inode of a deleted one',
      'ab',
      [lying('a', 'b'), lying('b', 'a', { mtimeNs: 1n })],
      ['send a', 'send b'],
    ],
    [
      'a new file where the first of a chain lay',
      'ab',
      [lying('x', 'a'), lying('a', 'b'), lying('b', 'c')],
      ['send a', 'send b', 'create c'],
    ],
  ])('%s', (_, names, locals, expected) => {
    expect(planned(bases(names), locals)).toEqual(expected);
  });

  it('two agreements with one inode', () => {
    const twin = { ...agreed('b'), ino: agreed('a').ino };
    expect(planned([agreed('a'), twin], [lying('a', 'b'), lying('x', 'a')])).toEqual(['send a', 'send b']);
  });

  it('two agreements that fit its file, but not one that had its inode before and whose own file is gone', () => {
    const swapped = [lying('a', 'b'), lying('b', 'a')];
    const before = { ...agreed('c'), ino: agreed('a').ino };
    expect(planned([...bases('ab'), before], swapped)).toEqual([
      expect.stringMatching(/^b to b ~/),
      'a to b',
      'deleteRemote c',
    ]);
    const twin = { ...agreed('a'), id: 'id-c' as FileId, path: at('c'), impliedPath: at('c'), name: 'c' };
    const row = [lying('a', 'b'), lying('b', 'd')];
    expect(planned([...bases('ab'), before], row)).toEqual(['b to d', 'a to b', 'deleteRemote c']);
    expect(planned([...bases('ab'), twin], row).toSorted()).toEqual([
      'create d',
      'deleteRemote a',
      'deleteRemote c',
      'send b',
    ]);
  });

  it('no inodes at all', () => {
    const none = bases('ab').map((base) => ({ ...base, ino: 0n }));
    const swapped = [lying('a', 'b', { ino: 0n }), lying('b', 'a', { ino: 0n })];
    expect(planned(none, swapped)).toEqual(['send a', 'send b']);
  });
});

describe('while one of the traded files may lie in a folder that cannot be read', () => {
  const unseen = lying('z', 'Locked/z');
  const sides = (names: string): readonly BaseFile[] => [...bases(names), agreed('z', 'Locked/z')];

  it('the file that took its place waits, with all others of its chain', () => {
    expect(planned(sides('ab'), [lying('b', 'a'), unseen], ['Other/Locked'])).toEqual(['wait a', 'wait a']);
    expect(planned(sides('abc'), [lying('b', 'a'), lying('c', 'b'), unseen], ['Other/Locked'])).toEqual([
      'wait a',
      'wait a',
      'wait b',
    ]);
  });

  it('a program’s save over its last backup waits too, since it looks the same; a save over its first backup does not', () => {
    const saved = [lying('x', 'a'), lying('a', 'b'), unseen];
    expect(planned(sides('ab'), saved, ['Other/Locked'])).toEqual(['wait b', 'wait b']);
    expect(planned(sides('a'), saved, ['Other/Locked'])).toEqual(['send a', 'create b']);
  });

  it('nothing is planned for a file whose place was taken by one that came from there, nor for others of its chain', () => {
    const came = [lying('z', 'a'), unseen];
    expect(planned(sides('a'), [...came, lying('a', 'b')], ['Other/Locked'])).toEqual([]);
    expect(planned(sides('ab'), [...came, lying('a', 'b'), lying('b', 'c')], ['Other/Locked'])).toEqual([]);
    const unread = [...came, lying('a', 'b', { hash: null })];
    expect(planned(sides('a'), unread, ['Other/Locked'])).toEqual(['hash b']);
    const another = [...came, lying('a', 'b', { hash: hash('x') })];
    expect(planned(sides('a'), another, ['Other/Locked'])).toEqual(['create b']);
  });

  it('they wait even if no file is known in that folder, but not if the person may not read it', () => {
    const moved = [lying('b', 'a')];
    expect(planned(bases('ab'), moved, ['Other/Locked'])).toEqual(['wait a', 'wait a']);
    expect(planned(bases('ab'), moved, ['Other/Locked'], [], true)).toEqual(['send a', 'deleteRemote b']);
    expect(planned(sides('ab'), [...moved, unseen], ['Other/Locked'], [], true)).toEqual([
      'wait a',
      'wait a',
    ]);
  });

  it('a ring is sent if all its files were found', () => {
    const swapped = planned(sides('ab'), [lying('a', 'b'), lying('b', 'a'), unseen], ['Other/Locked']);
    expect(swapped).toEqual([expect.stringMatching(/^b to b ~/), 'a to b']);
  });
});

describe('the process ended while newer bytes of one of them were being placed', () => {
  const NEWER = { hash: hash('n'), size: 5, mtimeNs: 9n, ino: 1099n };
  const noted = (name: string): NotedBytes => ({
    id: `id-${name}` as FileId,
    hash: NEWER.hash,
    size: NEWER.size,
    remote: `r ${name} newer` as RemoteFingerprint,
  });
  const newer = (place: string, more: Partial<LocalFile> = {}): LocalFile =>
    lying('n', place, { ...NEWER, ...more });

  it('the file with these bytes belongs to that record, which waits until the other record gives up the name', () => {
    const swapped = [newer('b'), lying('b', 'a')];
    expect(planned(bases('ab'), swapped)).toEqual(['send a', 'send b']);
    expect(planned(bases('ab'), swapped, [], [noted('a')])).toEqual(['wait a', 'adopt b']);
    const agreedOn = { ...agreed('a'), ...NEWER };
    expect(planned([agreedOn, agreed('b')], swapped)).toEqual([expect.stringMatching(/^b to b ~/), 'a to b']);
  });

  it.each<[string, readonly NotedBytes[], readonly LocalFile[], readonly string[]]>([
    [
      'both of a pair',
      [noted('a'), { ...noted('b'), hash: hash('m') }],
      [newer('b'), newer('a', { hash: hash('m'), ino: 1098n })],
      ['adopt b', 'adopt a'],
    ],
    ['the first of a row', [noted('a')], [newer('b'), lying('b', 'c')], ['b to c', 'adopt b']],
    ['the last of a row', [noted('b')], [lying('a', 'b'), newer('c')], ['wait b', 'adopt c']],
  ])('so it is for %s', (_, notedBytes, locals, expected) => {
    expect(planned(bases('ab'), locals, [], notedBytes)).toEqual(expected);
  });

  it('the same if its own new name was sent already and the other one’s was not', () => {
    const both = [agreed('b'), agreed('a', 'b')];
    expect(planned(both, [lying('a', 'b'), newer('a')], [], [noted('b')])).toEqual(['adopt a']);
  });

  it('a copy that a person made of these bytes is a new file', () => {
    const swapped = [newer('b'), lying('b', 'a'), newer('aa', { ino: 77n })];
    expect(planned(bases('ab'), swapped, [], [noted('a')])).toEqual(['wait a', 'adopt b', 'create aa']);
  });

  it('files that may have these bytes are read before anything is planned for their chain', () => {
    const unread = newer('b', { hash: null });
    const like = newer('d', { hash: null, ino: 77n });
    const files = [unread, lying('b', 'a'), like, lying('c', 'c', { mtimeNs: 1n, hash: hash('x') })];
    expect(planned(bases('abc'), files, [], [noted('a')])).toEqual(['hash b', 'hash d', 'send c']);
    expect(planned(bases('ab'), [unread, lying('b', 'e')], [], [noted('a')])).toEqual(['hash b']);
    const others = [newer('b', { hash: hash('x') }), lying('b', 'a'), newer('d', { hash: hash('y') })];
    expect(planned(bases('ab'), others, [], [noted('a')])).toEqual(['send a', 'send b', 'create d']);
  });

  it('once it was read, they wait if the other one may lie in a folder that cannot be read', () => {
    const sides = [...bases('ab'), agreed('z', 'Locked/z')];
    const unread = [newer('b', { hash: null }), lying('z', 'Locked/z')];
    expect(planned(sides, unread, ['Other/Locked'], [noted('a')])).toEqual(['hash b']);
    const read = [newer('b'), lying('z', 'Locked/z')];
    expect(planned(sides, read, ['Other/Locked'], [noted('a')])).toEqual(['wait b', 'wait b']);
  });

  it('while it is not read, the file that took its place waits', () => {
    const sides = [...bases('ab'), agreed('z', 'Locked/z')];
    const files = [newer('c', { hash: null }), lying('b', 'a'), lying('z', 'Locked/z')];
    expect(planned(sides, files, ['Other/Locked'], [noted('a')])).toEqual(['hash c', 'wait a']);
  });

  it('a file with its inode and size elsewhere was moved and not replaced, even if its time differs', () => {
    const files = [lying('a', 'd', { mtimeNs: 1n }), lying('x', 'b'), newer('e', { hash: null })];
    expect(planned(bases('ab'), files, [], [noted('a')])).toEqual(['a to d', 'send b', 'create e']);
  });

  it('a file without an inode does not count: afterwards nothing would show that it was moved', () => {
    const swapped = [newer('b', { ino: 0n }), lying('b', 'a')];
    expect(planned(bases('ab'), swapped, [], [noted('a')])).toEqual(['send a', 'send b']);
  });
});

describe('two agreements that name one path', () => {
  it('the file belongs to the one that it fits, and the other one’s file is looked for', () => {
    // The name of one was sent, and that of the other was not.
    const both = [agreed('b'), agreed('a', 'b')];
    expect(planned(both, [lying('a', 'b'), lying('b', 'a')])).toEqual(['b to a']);
    expect(planned(both.toReversed(), [lying('a', 'b'), lying('b', 'a')])).toEqual(['b to a']);
  });

  it('the other one is dropped if its file is nowhere', () => {
    expect(planned([agreed('b'), agreed('a', 'b')], [lying('a', 'b')])).toEqual(['forget b']);
  });
});

it('a rename waits while another record still has the name', () => {
  const [a, b] = [agreed('a'), agreed('b')];
  const trees: Trees = {
    base: new Map([a, b].map((base) => [base.id, base])),
    local: new Map([lying('a', 'b'), lying('b', 'a')].map((local) => [pathKey(local.path), local])),
    // Others edited the first one.
    remote: new Map([
      [a.id, { ...recordOf(a), fingerprint: 'r2' as RemoteFingerprint, size: 9, facts: NO_FACTS }],
      [b.id, recordOf(b)],
    ]),
  };
  expect(
    plan(trees, POLICY)
      .map(({ kind, reason }) => `${kind} ${reason}`)
      .toSorted(),
  ).toEqual(['download changed-on-service', 'wait name-taken']);
});

it('only files whose records still exist can trade places', () => {
  const [a, b] = [agreed('a'), agreed('b')];
  const local = new Map([lying('a', 'b'), lying('b', 'a')].map((each) => [pathKey(each.path), each]));
  const base = new Map([a, b].map((each) => [each.id, each]));
  const kinds = (...remote: readonly BaseFile[]): readonly string[] => {
    const trees: Trees = { base, local, remote: new Map(remote.map((each) => [each.id, recordOf(each)])) };
    return plan(trees, POLICY)
      .map(({ kind, reason }) => `${kind} ${reason}`)
      .toSorted();
  };
  expect(kinds(a, b).filter((each) => each.startsWith('update renamed-here'))).not.toEqual([]);
  // The path tells which file is which, as where a program saves.
  expect(kinds(a)).toEqual(['create edit-beats-delete', 'update edited-here']);
});

it('thousands of files that each got the next name take one pass', () => {
  const count = 5_000;
  const photo = (n: number): RelPath => at(`IMG_${n}.jpg`);
  const all = Array.from({ length: count }, (_, n) => ({
    ...agreed('a'),
    id: `id-${n}` as FileId,
    path: photo(n),
    impliedPath: photo(n),
    name: `IMG_${n}.jpg`,
    hash: hash(String(n)),
    ino: BigInt(n + 1),
  }));
  const shifted = all.map((base, n) => ({
    ...lying('a', ''),
    path: photo(n + 1),
    ino: base.ino,
    hash: base.hash,
  }));
  const trees = (locals: readonly LocalFile[]): Trees => ({
    base: new Map(all.map((base) => [base.id, base])),
    local: new Map(locals.map((local) => [pathKey(local.path), local])),
    remote: new Map(all.map((base) => [base.id, recordOf(base)])),
  });
  const moved = plan(trees(shifted), POLICY);
  expect(moved.map((action) => (action.kind === 'update' ? action.place : action.kind))).toEqual(
    Array.from({ length: count }, (_, n) => photo(count - n)),
  );
  // The last one is nowhere: none of them is known, found out in one pass as well.
  const broken = plan(trees(shifted.slice(0, -1)), POLICY);
  expect(broken.filter((action) => action.kind === 'update' && action.content)).toHaveLength(count - 1);
});
