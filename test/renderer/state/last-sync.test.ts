import { expect, it } from 'vitest';
import { lastSyncsOf } from '../../../renderer/state/last-sync.ts';

const KEPT = { folder: '/sites', keep: 'all', paused: false } as const;
const site = (syncedAt: number | null) => ({ followed: KEPT, folderAway: false, syncedAt });

it('knows by how much sites are behind each other', () => {
  expect(lastSyncsOf([site(20), site(10), site(30)])).toEqual({ first: 10, last: 30 });
});

it('leaves out what is paused, away, not kept or was never in step', () => {
  const left = [
    { ...site(1), followed: { ...KEPT, paused: true } },
    { ...site(2), folderAway: true },
    { ...site(3), followed: null },
    site(null),
  ];
  expect(lastSyncsOf([...left, site(30)])).toEqual({ first: 30, last: 30 });
  expect(lastSyncsOf(left)).toBe(null);
});
