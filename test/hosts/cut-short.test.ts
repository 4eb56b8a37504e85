import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cutShort, forgetCutShort, noteCutShort, noteHindered } from '../../main/hosts/cut-short.ts';
import type { Mirror } from '../../main/sync/ports/mirror.ts';

const HOUR = 3_600_000;

/** Sites that were synced then (epoch ms; null: never), and whether they are paused. */
function synced(...sites: readonly (readonly [at: number | null, paused?: boolean])[]): Mirror {
  return {
    followed: () => sites.map(([, paused = false], at) => ({ id: at, paused })),
    siteState: (at: number) => ({ syncedAt: sites[at]?.[0] ?? null }),
  } as unknown as Mirror;
}

it('a sync that a full disk cut short is told of until another one came through, of each site that is kept up', () => {
  const data = mkdtempSync(join(tmpdir(), 'sitesync-cut-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const [before, after] = [Date.now() - HOUR, Date.now() + HOUR];
  expect(cutShort(data, synced([before]))).toBeNull();
  noteCutShort(data);
  const first = cutShort(data, synced([before]));
  expect(first?.kind).toBe('disk-full');
  expect(cutShort(data, synced([after], [null]))?.kind).toBe('disk-full');
  expect(cutShort(data, synced([after], [before, true]))).toBeNull();
  expect(cutShort(data, synced([after], [after]))).toBeNull();
  noteCutShort(data);
  expect(cutShort(data, synced([before]))).toEqual(first);
  forgetCutShort(data);
  expect(cutShort(data, synced([before]))).toBeNull();
  // A watch goes on by itself, and tells when nothing holds it up any more.
  noteHindered(data, { code: 'disk-full', message: 'Full.', hint: '', retry: 'later' });
  expect(cutShort(data, synced([before]))).not.toBeNull();
  noteHindered(data, { code: 'unreadable', message: 'No memory.', hint: '', retry: 'later' });
  expect(cutShort(data, synced([before]))).not.toBeNull();
  noteHindered(data, null);
  expect(cutShort(data, synced([before]))).toBeNull();
  // Where it cannot be noted nothing else fails by it.
  noteCutShort(join(data, 'nowhere'));
});
