import { expect, it } from 'vitest';
import { CrossedCreates } from '../../../main/engine/plan/crossed-creates.ts';
import type { BaseFile, LocalFile, RemoteFile } from '../../../main/engine/trees.ts';
import type { ContentHash, FileId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { POLICY } from '../policy.ts';

const PLACE = 'Other/minutes.txt' as RelPath;

function record(id: string, at: string | null, firstSeen: number): RemoteFile {
  const createdAt = at === null ? null : `2026-11-27T${at}Z`;
  const fields = { id: id as FileId, category: 'other', name: 'minutes.txt', size: 1 } as const;
  const fingerprint = 'v1' as RemoteFingerprint;
  return { ...fields, facts: NO_FACTS, fingerprint, createdAt, updatedAt: createdAt, firstSeen };
}

/** Ours was made at nine, after the first listing, and is in step. */
function crossed(theirs: RemoteFile, here: Partial<LocalFile> = {}): CrossedCreates {
  const mine = record('mine', '09:00:00', 1);
  const file = { path: PLACE, size: 1, mtimeNs: 1n, ino: 1n, hash: 'a'.repeat(64) as ContentHash };
  const { id, category, name, updatedAt, fingerprint } = mine;
  const agreed = { impliedPath: PLACE, remote: fingerprint, opId: null, updatedAt };
  const base: BaseFile = { id, category, name, ...file, ...agreed };
  const trees = {
    base: new Map([[id, base]]),
    local: new Map([[pathKey(PLACE), { ...file, ...here }]]),
    remote: new Map([mine, theirs].map((each) => [each.id, each])),
  };
  return new CrossedCreates(trees, POLICY);
}

it.each<[string, boolean, string | null, number]>([
  ['made before ours, and seen after it', true, '08:59:30', 2],
  ['made twenty minutes before ours', true, '08:40:00', 2],
  ['made much earlier, and not listed then', false, '08:39:00', 2],
  ['seen before ours was made', false, '08:59:30', 1],
  ['made after ours', false, '09:00:01', 2],
  ['made nobody knows when', false, null, 2],
])('a record of the same name that was %s: %s', (_what, gives, at, firstSeen) => {
  const theirs = record('theirs', at, firstSeen);
  expect(crossed(theirs).givesWay(theirs, PLACE) !== null).toBe(gives);
});

it('of two records made in the same moment the one with the smaller id keeps the name', () => {
  for (const [id, gives] of [
    ['a', true],
    ['z', false],
  ] as const) {
    const theirs = record(id, '09:00:00', 2);
    expect(crossed(theirs).givesWay(theirs, PLACE) !== null).toBe(gives);
  }
});

it('our file gives way once in a plan, and only if nothing else is to be done with it', () => {
  const theirs = record('theirs', '08:59:30', 2);
  const all = crossed(theirs);
  expect([1, 2].map(() => all.givesWay(theirs, PLACE)?.isAtRest)).toEqual([true, false]);
  expect(crossed(theirs, { mtimeNs: 2n }).givesWay(theirs, PLACE)?.isAtRest).toBe(false);
  expect(crossed(theirs).givesWay(theirs, 'Other/other.txt' as RelPath)).toBe(null);
});
