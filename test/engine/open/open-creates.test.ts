import { describe, expect, it } from 'vitest';
import { OpenCreates } from '../../../main/engine/open/open-creates.ts';
import { plan } from '../../../main/engine/plan/plan.ts';
import type { Intent, LocalFile, RemoteFile } from '../../../main/engine/trees.ts';
import type { ContentHash, FileId, OpId, RemoteFingerprint, VersionMark } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { POLICY } from '../policy.ts';

const INTENT: Intent = {
  opId: 'A' as OpId,
  path: 'Other/Füße.pdf' as RelPath,
  name: 'Füße.pdf',
  category: 'other',
  size: 10,
  mtimeNs: 10n,
  ino: 7n,
  hash: 'h' as ContentHash,
  listing: 5,
  lateUntil: 0,
};

const RECORD: RemoteFile = {
  id: 'r' as FileId,
  category: 'other',
  name: 'Füße.pdf',
  size: 10,
  facts: NO_FACTS,
  fingerprint: 'r' as RemoteFingerprint,
  createdAt: null,
  updatedAt: null,
  firstSeen: 6,
};

const marked = (op: string): RemoteFile => ({ ...RECORD, facts: { ...NO_FACTS, opId: op as OpId } });
const changedSince = (op: string): RemoteFile => {
  const { facts } = marked('D');
  return { ...RECORD, facts: { ...facts, basedOn: [op as VersionMark] }, name: 'b.pdf', firstSeen: 1 };
};
const at = (path: string): LocalFile => ({
  path: path as RelPath,
  size: 10,
  mtimeNs: 1n,
  ino: 1n,
  hash: null,
});

describe('creates whose outcome is not known', () => {
  it.each<[boolean, string, RemoteFile]>([
    [true, 'that came later under the name', RECORD],
    [true, 'that writes the name in other letters', { ...RECORD, name: 'Füße.pdf'.normalize('NFD') }],
    [true, 'with the mark, whatever its name and age', { ...marked('A'), name: 'b.pdf', firstSeen: 1 }],
    [true, 'that others changed since', changedSince('A')],
    [false, 'with the mark of another', marked('C')],
    [false, 'of others that they changed since', changedSince('C')],
    [false, 'that was there before', { ...RECORD, firstSeen: 5 }],
    [false, 'of another name', { ...RECORD, name: 'b.pdf' }],
  ])('say %s of a record %s', (expected, _what, record) => {
    expect(new OpenCreates([INTENT]).mayHaveMade(record)).toBe(expected);
  });

  it('of the same name: the oldest decides', () => {
    const others = [7, 5, 6].map((listing): Intent => ({ ...INTENT, opId: `${listing}` as OpId, listing }));
    expect(new OpenCreates(others).mayHaveMade(RECORD)).toBe(true);
    expect(new OpenCreates(others).mayHaveMade({ ...RECORD, firstSeen: 5 })).toBe(false);
  });

  it('are recognised by the places of their files', () => {
    const open = new OpenCreates([INTENT]);
    expect(open.has(at('Other/Füße.pdf'.normalize('NFD')))).toBe(true);
    expect(open.has(at('Other/b.pdf'))).toBe(false);
    expect(new OpenCreates([]).has(at('Other/b.pdf'))).toBe(false);
  });

  it('are recognised by their files, even if these were moved', () => {
    const sent = { ...at('Other/b.pdf'), mtimeNs: INTENT.mtimeNs, ino: INTENT.ino };
    const open = new OpenCreates([INTENT]);
    expect(open.has(sent)).toBe(true);
    for (const other of [{ ino: 8n }, { size: 11 }, { mtimeNs: 11n }])
      expect(open.has({ ...sent, ...other })).toBe(false);
    // Where the disk knows no inodes, two files of one size and time are two.
    expect(new OpenCreates([{ ...INTENT, ino: 0n }]).has({ ...sent, ino: 0n })).toBe(false);
  });

  it('are gone through once for a plan, not once for each new record', () => {
    let looks = 0;
    const intents = Array.from({ length: 300 }, (_, number) => ({
      ...INTENT,
      path: `Other/${number}.pdf` as RelPath,
      name: `${number}.pdf`,
      get listing() {
        looks += 1;
        return 5;
      },
    }));
    const records = Array.from({ length: 300 }, (_, number) => {
      const id = `r${number}` as FileId;
      return [id, { ...RECORD, id, name: `${number + 150}.pdf` }] as const;
    });
    const actions = plan(
      { base: new Map(), local: new Map(), remote: new Map(records) },
      { ...POLICY, intents },
    );
    expect(Map.groupBy(actions, ({ kind }) => kind).get('wait')).toHaveLength(150);
    expect(looks).toBeLessThanOrEqual(2 * intents.length);
  });
});
