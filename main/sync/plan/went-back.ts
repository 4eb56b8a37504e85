import { isEarlier } from '../../engine/times/server-time.ts';
import type { BaseFile, Trees } from '../../engine/trees.ts';

/** If the missing records came within less than this, ms, somebody probably took back what they had just added. */
const ONE_DEED = 10 * 60_000;

/**
 * Does the service seem to have been restored from an older backup? Yes if a record is older than the agreed one. And yes if
 * just the newest records are missing, which had come over some time: a backup lacks exactly those, while nobody deletes all
 * that was added since some moment and nothing else.
 */
export function wentBack({ base, remote, settled }: Pick<Trees, 'base' | 'remote' | 'settled'>): boolean {
  const gone: BaseFile[] = [];
  for (const agreed of base.values()) {
    const record = remote.get(agreed.id);
    if (record === undefined) gone.push(agreed);
    else if (isEarlier(record.updatedAt, agreed.updatedAt)) return true;
  }
  if (gone.length < 2) return false;
  const times = gone.map(({ updatedAt }) => updatedAt);
  const first = times.reduce((a, b) => (isEarlier(b, a) ? b : a));
  const last = times.reduce((a, b) => (isEarlier(a, b) ? b : a));
  // NaN if one of them has no time, which the comparison below counts as not long enough.
  const over = times.includes(null) ? Number.NaN : Date.parse(last ?? '') - Date.parse(first ?? '');
  if (!(over > ONE_DEED)) return false;
  const others = [...remote.values()].map(({ updatedAt }) => updatedAt);
  if (settled !== undefined && settled.count > 0) others.push(settled.newest());
  return others.every((time) => isEarlier(time, first));
}
