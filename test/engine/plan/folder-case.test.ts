import { describe, expect, it } from 'vitest';
import type { Action } from '../../../main/engine/plan/actions.ts';
import { plan } from '../../../main/engine/plan/plan.ts';
import type { Platform, Policy } from '../../../main/engine/policy.ts';
import { withoutSettled } from '../../../main/engine/compare/settled.ts';
import type { BaseFile, Intent, LocalFile, RemoteFile } from '../../../main/engine/trees.ts';
import type { ContentHash, FileId, OpId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import { baseName, pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { POLICY } from '../policy.ts';

/** Which disks ignore case is no matter of the system. */
const PLATFORMS: readonly Platform[] = ['linux', 'darwin', 'win32'];

const hashOf = (n: number): ContentHash => String(n).repeat(64) as ContentHash;
const opOf = (n: number): OpId => `op-${n}` as OpId;

/** `n` is its age, and tells its bytes. */
function record(n: number, place: string, changes: Partial<RemoteFile> = {}): RemoteFile {
  return {
    id: `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000` as FileId,
    category: 'other',
    name: baseName(place),
    size: n,
    facts: { ...NO_FACTS, path: place as RelPath, sha256: hashOf(n), opId: opOf(n) },
    fingerprint: 'v1' as RemoteFingerprint,
    createdAt: `2026-01-01T00:00:0${n}Z`,
    updatedAt: `2026-01-01T00:00:0${n}Z`,
    firstSeen: 1,
    ...changes,
  };
}

/** The same record after it was filed there, without its bytes. */
function refiled(n: number, place: string): RemoteFile {
  const facts = { ...NO_FACTS, path: place as RelPath, sha256: hashOf(n), opId: 'op-later' as OpId };
  const updatedAt = '2026-02-01T00:00:00Z';
  return record(n, place, { facts, updatedAt, fingerprint: 'v2' as RemoteFingerprint });
}

function file(n: number, place: string): LocalFile {
  return { path: place as RelPath, size: n, mtimeNs: BigInt(n), ino: BigInt(n), hash: hashOf(n) };
}

/** In step, with the file at `place` and the record as it `implied` it. */
function agreement(n: number, place: string, implied = place): BaseFile {
  const { path, size, mtimeNs, ino } = file(n, place);
  const { id, category, name, fingerprint: remote, updatedAt } = record(n, implied);
  const impliedPath = implied as RelPath;
  const agreed = { id, path, impliedPath, category, name, hash: hashOf(n), size, mtimeNs, ino };
  return { ...agreed, remote, opId: opOf(n), updatedAt };
}

function line(action: Action): string {
  switch (action.kind) {
    case 'moveLocal':
      return `move ${action.path} to ${action.to} for ${action.impliedPath}`;
    case 'download':
    case 'adopt':
      return `${action.kind} ${action.path} for ${action.impliedPath}`;
    default:
      return `${action.kind} ${action.path}`;
  }
}

interface Site {
  readonly base?: readonly BaseFile[];
  readonly local?: readonly LocalFile[];
  readonly remote?: readonly RemoteFile[];
}

/** As all of the site plans it, which is as what is not settled of it does. */
function planned(
  system: Pick<Policy, 'platform' | 'ignoresCase'>,
  { base = [], local = [], remote = [] }: Site,
  intents: readonly Intent[] = [],
): readonly string[] {
  const policy = { ...POLICY, ...system, intents };
  const trees = {
    base: new Map(base.map((one) => [one.id, one])),
    local: new Map(local.map((one) => [pathKey(one.path), one])),
    remote: new Map(remote.map((one) => [one.id, one])),
  };
  const actions = plan(trees, policy);
  expect(plan(withoutSettled(trees, policy), policy)).toEqual(actions);
  return actions.map(line);
}

/** A file in step in the folder `deep`. */
const DEEP = {
  base: [agreement(1, 'Other/deep/a.txt')],
  local: [file(1, 'Other/deep/a.txt')],
  remote: [record(1, 'Other/deep/a.txt')],
};

describe.each(PLATFORMS)(
  'a folder that a record spells in another case, on a disk that ignores it, on %s',
  (platform) => {
    const on = (site: Site): readonly string[] => planned({ platform, ignoresCase: true }, site);

    it('is the existing one, for files that come into it', () => {
      const remote = [...DEEP.remote, record(2, 'Other/DEEP/b.txt'), record(3, 'Other/DEEP/Down/c.txt')];
      expect(on({ ...DEEP, remote })).toEqual([
        'download Other/deep/b.txt for Other/DEEP/b.txt',
        'download Other/deep/Down/c.txt for Other/DEEP/Down/c.txt',
      ]);
    });

    it('is the one that the first file makes, if there is none yet', () => {
      const remote = [
        record(3, 'Other/deep/down/c.txt'),
        record(2, 'Other/DEEP/b.txt'),
        record(4, 'Other/Deep/DOWN/d.txt'),
      ];
      const coming = [
        'download Other/DEEP/b.txt for Other/DEEP/b.txt',
        'download Other/DEEP/down/c.txt for Other/deep/down/c.txt',
        'download Other/DEEP/down/d.txt for Other/Deep/DOWN/d.txt',
      ];
      expect(on({ remote })).toEqual(coming);
      expect(on({ remote: remote.toReversed() })).toEqual(coming);
    });

    it('is the existing one, for files that are moved into it', () => {
      expect(
        on({
          base: [...DEEP.base, agreement(2, 'Other/b.txt')],
          local: [...DEEP.local, file(2, 'Other/b.txt')],
          remote: [...DEEP.remote, refiled(2, 'Other/DEEP/b.txt')],
        }),
      ).toEqual(['move Other/b.txt to Other/deep/b.txt for Other/DEEP/b.txt']);
    });

    it('is one new folder, for two files that move into it', () => {
      expect(
        on({
          base: [agreement(1, 'Other/a.txt'), agreement(2, 'Other/b.txt')],
          local: [file(1, 'Other/a.txt'), file(2, 'Other/b.txt')],
          remote: [refiled(1, 'Other/deep/a.txt'), refiled(2, 'Other/DEEP/b.txt')],
        }),
      ).toEqual([
        'move Other/a.txt to Other/deep/a.txt for Other/deep/a.txt',
        'move Other/b.txt to Other/deep/b.txt for Other/DEEP/b.txt',
      ]);
    });

    it('is agreed on and nothing is moved, where only its case changed on the service', () => {
      expect(on({ ...DEEP, remote: [refiled(1, 'Other/DEEP/a.txt')] })).toEqual([
        'adopt Other/deep/a.txt for Other/DEEP/a.txt',
      ]);
    });

    it('is not sent once it is agreed on', () => {
      const base = [agreement(1, 'Other/deep/a.txt', 'Other/DEEP/a.txt')];
      expect(on({ ...DEEP, base, remote: [record(1, 'Other/DEEP/a.txt')] })).toEqual([]);
    });

    it('is sent where a person gave it here, also beside a change of case on the service', () => {
      const local = [file(1, 'Other/Deep/a.txt')];
      expect(on({ ...DEEP, local })).toEqual(['update Other/Deep/a.txt']);
      expect(on({ ...DEEP, local, remote: [refiled(1, 'Other/DEEP/a.txt')] })).toEqual([
        'update Other/Deep/a.txt',
      ]);
    });

    it('holds the file that both sides moved into it', () => {
      const base = [agreement(1, 'Other/a.txt')];
      expect(on({ ...DEEP, base, remote: [refiled(1, 'Other/DEEP/a.txt')] })).toEqual([
        'adopt Other/deep/a.txt for Other/DEEP/a.txt',
      ]);
    });

    it('is searched for the file of a record without an agreement', () => {
      const remote = [record(1, 'Other/DEEP/a.txt')];
      expect(on({ ...DEEP, base: [], remote })).toEqual(['adopt Other/deep/a.txt for Other/DEEP/a.txt']);
      const alias = file(1, 'Other/deep/a ~00000001.txt');
      expect(on({ local: [alias], remote })).toEqual([`adopt ${alias.path} for Other/DEEP/a.txt`]);
    });

    it('is no reason to give the file itself another case', () => {
      const remote = [refiled(1, 'Other/DEEP/A.txt')];
      expect(on({ ...DEEP, remote })).toEqual([
        'move Other/deep/a.txt to Other/deep/A.txt for Other/DEEP/A.txt',
      ]);
    });
  },
);

describe.each(PLATFORMS)(
  'a folder that a record spells in another case, on any other disk, on %s',
  (platform) => {
    const on = (site: Site): readonly string[] => planned({ platform, ignoresCase: false }, site);

    it('is another folder', () => {
      expect(
        on({ ...DEEP, remote: [refiled(1, 'Other/DEEP/a.txt'), record(2, 'Other/DEEP/b.txt')] }),
      ).toEqual([
        'move Other/deep/a.txt to Other/DEEP/a.txt for Other/DEEP/a.txt',
        'download Other/DEEP/b.txt for Other/DEEP/b.txt',
      ]);
    });
  },
);

/** A create without an answer, after all that was listed yet. */
function lostCreate(n: number, place: string): Intent {
  const { path, size, mtimeNs, ino } = file(n, place);
  const sent = {
    path,
    name: baseName(place),
    category: 'other',
    size,
    mtimeNs,
    ino,
    hash: hashOf(n),
  } as const;
  return { ...sent, opId: opOf(n), listing: 1, lateUntil: 0 };
}

describe.each(PLATFORMS)(
  'a file that a record spells in another case, on a disk that ignores it, on %s',
  (platform) => {
    const on = (site: Site, intents?: readonly Intent[]): readonly string[] =>
      planned({ platform, ignoresCase: true }, site, intents);

    it('is agreed on if it has the same bytes, and then gets that case', () => {
      const site = { local: [file(1, 'Other/A.txt')], remote: [record(1, 'Other/a.txt')] };
      expect(on(site)).toEqual(['adopt Other/A.txt for Other/A.txt']);
      const base = [{ ...agreement(1, 'Other/A.txt'), name: 'a.txt' }];
      expect(on({ ...site, base })).toEqual(['move Other/A.txt to Other/a.txt for Other/a.txt']);
    });

    it('is a conflict if it has other bytes', () => {
      const local = [file(2, 'Other/A.txt')];
      expect(on({ local, remote: [record(1, 'Other/a.txt')] })).toEqual(['reconcile Other/A.txt']);
      expect(on({ local, remote: [record(1, 'OTHER/a.txt')] })).toEqual(['reconcile Other/A.txt']);
    });

    it.each(['Other/deep', 'Other/DEEP'])(
      'is the one of another record that has its name in %s',
      (folder) => {
        const remote = [record(1, `${folder}/a.txt`), record(2, `${folder}/A.txt`)];
        expect(on({ local: [file(2, 'Other/deep/A.txt')], remote })).toEqual([
          `download Other/deep/a ~00000001.txt for ${folder}/a.txt`,
          `adopt Other/deep/A.txt for ${folder}/A.txt`,
        ]);
      },
    );

    it('is waited for while its create has no answer, so that a record of its name may be its own', () => {
      const site = { local: [file(2, 'Other/A.txt')], remote: [record(1, 'Other/a.txt')] };
      const lost = [lostCreate(2, 'Other/A.txt')];
      expect(on(site, lost)).toEqual(['wait Other/a.txt', 'wait Other/A.txt']);
      const maybeOurs = record(2, 'Other/A.txt', { facts: NO_FACTS, firstSeen: 2 });
      expect(on({ ...site, remote: [...site.remote, maybeOurs] }, lost)).toEqual([
        'wait Other/a.txt',
        'wait Other/A.txt',
        'wait Other/A.txt',
      ]);
    });

    it('gives way if its own record is younger, and was made before the other one was seen', () => {
      const remote = [record(1, 'Other/a.txt', { firstSeen: 2 }), record(2, 'Other/A.txt')];
      const mine = { base: [agreement(2, 'Other/A.txt')], local: [file(2, 'Other/A.txt')] };
      expect(on({ ...mine, remote })).toEqual([
        'move Other/A.txt to Other/A (conflict 2026-11-21 0942 MARA-T14).txt for Other/A.txt',
        'wait Other/a.txt',
      ]);
    });

    it.each([
      ['Maße', 'Masse'],
      ['STRASSE', 'straße'],
      ['Ying', 'Yıng'],
    ])('is another file if letters only look alike: %s is not %s', (mine, theirs) => {
      const [local, remote] = [
        [file(2, `Other/${mine}.txt`)],
        [record(1, `Other/${theirs}.txt`, { firstSeen: 2 })],
      ];
      const beside = `download Other/${theirs} ~00000001.txt for Other/${theirs}.txt`;
      expect(on({ local, remote })).toEqual([beside, `create Other/${mine}.txt`]);
      const base = [agreement(2, `Other/${mine}.txt`)];
      expect(on({ base, local, remote: [...remote, record(2, `Other/${mine}.txt`)] })).toEqual([beside]);
    });

    it.each([
      ['PRÜFUNG', 'pru\u0308fung'],
      ['ΟΔΟΣ', 'οδος'],
      ['ИЗМ', 'изм'],
    ])('is the same in letters of any alphabet: %s is %s', (mine, theirs) => {
      const [local, remote] = [[file(2, `Other/${mine}.txt`)], [record(1, `Other/${theirs}.txt`)]];
      expect(on({ local, remote })).toEqual([`reconcile Other/${mine}.txt`]);
    });

    it('is another file if the disk turns out to tell cases apart', () => {
      const local = [file(2, 'Other/AB.txt'), file(3, 'Other/ab.txt')];
      expect(on({ local, remote: [record(1, 'Other/Ab.txt')] })).toEqual([
        'download Other/Ab ~00000001.txt for Other/Ab.txt',
        'create Other/AB.txt',
        'create Other/ab.txt',
      ]);
    });
  },
);

describe.each(PLATFORMS)(
  'a file that a record spells in another case, on any other disk, on %s',
  (platform) => {
    const on = (site: Site, intents?: readonly Intent[]): readonly string[] =>
      planned({ platform, ignoresCase: false }, site, intents);
    const [local, remote] = [[file(2, 'Other/A.txt')], [record(1, 'Other/a.txt', { firstSeen: 2 })]];
    const beside = 'download Other/a ~00000001.txt for Other/a.txt';

    it.each([file(1, 'Other/A.txt'), file(2, 'Other/A.txt')])(
      'is another file, whatever it holds',
      (here) => {
        expect(on({ local: [here], remote })).toEqual([beside, 'create Other/A.txt']);
      },
    );

    it('holds nobody up, and gives way to nobody', () => {
      expect(on({ local, remote }, [lostCreate(2, 'Other/A.txt')])).toEqual([beside, 'wait Other/A.txt']);
      const base = [agreement(2, 'Other/A.txt')];
      expect(on({ base, local, remote: [...remote, record(2, 'Other/A.txt')] })).toEqual([beside]);
    });
  },
);
