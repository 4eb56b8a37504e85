import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineAfter, overwritten } from '../../../main/engine/compare/lineage.ts';
import type { BaseFile, RemoteFile, SentBytes } from '../../../main/engine/trees.ts';
import type { OpId, RemoteFingerprint, VersionMark } from '../../../shared/model/ids.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { AGREED, hash, version } from '../agreed-record.ts';
import { settle } from '../model/check.ts';
import { historyArbitrary } from '../model/histories.ts';
import { Story } from '../model/story.ts';
import { factsOf, ModelClient, ModelService, newOpId } from '../model/world.ts';

const { id: ID } = AGREED;
const op = (text: string): OpId => text as OpId;
const marks = (...texts: readonly string[]): readonly VersionMark[] => texts as unknown as VersionMark[];

const BASE: BaseFile = { ...AGREED, remote: version('r2'), opId: op('ours'), updatedAt: null };

const SENT: SentBytes = {
  id: ID,
  opId: op('ours'),
  hash: hash('a'),
  before: hash('0'),
  line: marks('ours', 'before', 'long before'),
};

function theirs(...basedOn: readonly string[]): RemoteFile {
  return {
    id: ID,
    category: 'other',
    name: 'a.txt',
    size: 1,
    facts: { ...NO_FACTS, sha256: hash('b'), opId: op('theirs'), basedOn: marks(...basedOn) },
    fingerprint: 'r3' as RemoteFingerprint,
    createdAt: null,
    updatedAt: null,
    firstSeen: 1,
  };
}

const isOverwritten = (base: BaseFile, remote: RemoteFile, sent: SentBytes | null): boolean =>
  overwritten(base, remote, { sentBytes: (id) => (id === base.id ? sent : null) }) !== null;

describe('what was sent from here was overwritten unseen', () => {
  it.each([[['before']], [['long before']], [['they too', 'before', 'long before']]])(
    'by a version based on %j, which leaves it out',
    (basedOn) => {
      expect(isOverwritten(BASE, theirs(...basedOn), SENT)).toBe(true);
    },
  );

  it.each([
    ['it is based on ours', theirs('ours', 'before')],
    ['it is based on what is based on ours', theirs('they too', 'ours')],
    ['it says nothing', theirs()],
    ['its line ends before it meets ours', theirs('1', '2', '3', '4', '5', '6', '7', '8')],
    ['it bears no mark', { ...theirs('before'), facts: { ...theirs('before').facts, opId: null } }],
    [
      'it bears the mark of ours',
      { ...theirs('before'), facts: { ...theirs('before').facts, opId: op('ours') } },
    ],
  ])('not where %s', (_why, remote) => {
    expect(isOverwritten(BASE, remote, SENT)).toBe(false);
  });

  it('not where the agreement is about other bytes, or another version of them, or nothing was sent', () => {
    const remote = theirs('before');
    expect(isOverwritten({ ...BASE, hash: hash('c') }, remote, SENT)).toBe(false);
    expect(isOverwritten({ ...BASE, opId: op('another') }, remote, SENT)).toBe(false);
    expect(isOverwritten({ ...BASE, opId: null }, remote, SENT)).toBe(false);
    expect(isOverwritten(BASE, remote, null)).toBe(false);
    expect(isOverwritten(BASE, remote, { ...SENT, line: [] })).toBe(false);
  });

  it('also where ours was renamed since: the version of its bytes counts', () => {
    const renamed = { ...SENT, opId: op('renamed') };
    const base = { ...BASE, opId: op('renamed') };
    expect(isOverwritten(base, theirs('before'), renamed)).toBe(true);
    expect(isOverwritten(base, theirs('ours', 'before'), renamed)).toBe(false);
    const named = theirs('before');
    expect(isOverwritten(base, { ...named, facts: { ...named.facts, opId: op('ours') } }, renamed)).toBe(
      false,
    );
  });
});

describe('the line of a version', () => {
  it('begins with the version that it replaced: its mark, or its fingerprint if it has no mark', () => {
    expect(lineAfter(theirs('1', '2'))).toEqual(['theirs', '1', '2']);
    expect(lineAfter({ facts: NO_FACTS, fingerprint: 'r3' as RemoteFingerprint })).toEqual(['r3']);
  });

  it('holds eight versions at most', () => {
    expect(lineAfter(theirs('1', '2', '3', '4', '5', '6', '7', '8'))).toEqual([
      'theirs',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
    ]);
  });
});

/** An edit is sent in the middle of any history, and overwritten by one that looked before it. */
const moment = fc.record({
  setting: historyArbitrary,
  which: fc.nat({ max: 7 }),
  /** What others make of theirs before this computer looks again. */
  more: fc.nat({ max: 6 }),
});

describe('two edits of one version, sent one over the other', () => {
  it('both end up as files, whatever came before', () => {
    fc.assert(
      fc.property(moment, ({ setting: { system, quirks, before }, which, more }) => {
        const service = new ModelService({ ...quirks, keepsFacts: true });
        const client = new ModelClient(system);
        const story = new Story(client, service);
        for (const event of before) story.tell(event);
        settle(client, service);
        const file = [...client.local.values()].at(which);
        const id = [...client.base.values()].find((base) => base.path === file?.path)?.id;
        const seen = id === undefined ? undefined : service.records.get(id);
        fc.pre(file !== undefined && seen !== undefined);
        client.write(file.path, 'ours', { ino: file.ino });
        settle(client, service);
        let last = seen;
        for (let n = 0; n <= more; n++) {
          const content = `theirs ${n}`;
          const facts = factsOf({ path: seen.facts.path ?? file.path, content }, newOpId(), lineAfter(last));
          last = service.update(seen, { content, facts });
        }
        client.seesAll = false;
        settle(client, service);
        const there = [...service.records.values()].map(({ content }) => content);
        expect(there).toEqual(expect.arrayContaining(['ours', `theirs ${more}`]));
        expect([...client.local.values()].map(({ content }) => content).toSorted()).toEqual(there.toSorted());
      }),
      { numRuns: 2000 },
    );
  });
});
