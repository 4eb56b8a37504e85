import { afterEach, describe, expect, it, vi } from 'vitest';
import { wentBack } from '../../../main/sync/plan/went-back.ts';
import { withoutSettled } from '../../../main/engine/compare/settled.ts';
import type { BaseFile, LocalFile, RemoteFile, Trees } from '../../../main/engine/trees.ts';
import type { ContentHash, FileId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { GuardWorld } from '../../simulation/guards/guard-world.ts';
import { filesIn } from '../../support/laptop.ts';

const HASH = 'a'.repeat(64) as ContentHash;

/** Files in step, by when their records were changed, of which the service lacks some now. */
function trees(times: readonly (string | null)[], lacks: readonly number[]): Trees {
  const base = new Map<FileId, BaseFile>();
  const local = new Map<ReturnType<typeof pathKey>, LocalFile>();
  const remote = new Map<FileId, RemoteFile>();
  for (const [n, time] of times.entries()) {
    const [id, name] = [`id-${n}` as FileId, `${n}.txt`];
    const path = `Other/${name}` as RelPath;
    const updatedAt = time === null ? null : `2026-11-20T${time}:00Z`;
    const [fields, fingerprint] = [
      { id, category: 'other', name, size: 1 } as const,
      'v1' as RemoteFingerprint,
    ];
    const file = { path, size: 1, mtimeNs: 1n, ino: BigInt(n + 1), hash: HASH };
    local.set(pathKey(path), file);
    base.set(id, { ...fields, ...file, impliedPath: path, remote: fingerprint, opId: null, updatedAt });
    const record = { ...fields, facts: NO_FACTS, fingerprint, createdAt: updatedAt, updatedAt, firstSeen: 1 };
    if (!lacks.includes(n)) remote.set(id, record);
  }
  return { base, local, remote };
}

describe('a service that lacks records', () => {
  it.each<[string, boolean, readonly (string | null)[], readonly number[]]>([
    [
      'the newest of all, which came over half an hour',
      true,
      ['08:00', '09:00', '09:10', '09:30'],
      [1, 2, 3],
    ],
    ['two of the newest', true, ['08:00', '09:00', '09:30'], [1, 2]],
    ['the newest one', false, ['08:00', '09:00'], [1]],
    ['the newest, which came within ten minutes', false, ['08:00', '09:00', '09:10'], [1, 2]],
    ['all but one of the newest', false, ['08:00', '09:00', '09:10', '09:30'], [1, 2]],
    ['some that are older than others', false, ['08:00', '09:00', '09:30'], [0, 1]],
    ['some without a time', false, ['08:00', null, '09:30'], [1, 2]],
    ['none', false, ['08:00', '09:00'], []],
  ])('%s: %s', (_what, went, times, lacks) => {
    const all = trees(times, lacks);
    expect(wentBack(all)).toBe(went);
    expect(wentBack(withoutSettled(all, { wanted: () => true, chosenCategory: () => null }))).toBe(went);
  });
});

describe('a backup of the service in which only the newest files lack', () => {
  const HOUR = 60 * 60_000;
  let world: GuardWorld | null = null;

  afterEach(() => {
    vi.useRealTimers();
    return world?.close();
  });

  it('removes none of them here without a yes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 8) });
    world = new GuardWorld();
    const names = Array.from({ length: 12 }, (_, n) => `${n}.txt`);
    const laptop = await world.inStep(...names);
    for (const name of ['monday.txt', 'tuesday.txt']) {
      vi.setSystemTime(Date.now() + HOUR);
      laptop.put(`Other/${name}`, name);
      await laptop.sync();
    }
    for (const name of ['monday.txt', 'tuesday.txt']) world.service.deleteFile(world.idOf(name));
    expect(await laptop.sync()).toMatchObject({ trashed: 0, held: { direction: 'local', count: 2 } });
    // Also when all else is settled, and while others add files.
    world.addFile('after.txt', 'after');
    await laptop.sync();
    expect(laptop.mirror.siteState(world.site).held?.why).toContain('older backup');
    expect(Object.keys(await filesIn(laptop.folder))).toHaveLength(names.length + 3);
    expect(await laptop.sync({ confirmDeletes: true })).toMatchObject({ trashed: 2, held: null });
  });
});
