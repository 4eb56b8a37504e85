import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPhotoCache } from '../../../main/adapters/photos/photo-cache.ts';
import type { SiteId } from '../../../shared/model/ids.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'sitesync-photos-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

it.skipIf(process.platform === 'win32').each([false, true])(
  'lets nobody else see the photos and their addresses, also in a folder that was made readable: %s',
  async (isThere) => {
    const folder = join(data, 'photos');
    if (isThere) mkdirSync(folder, { mode: 0o755 });
    const put = await createPhotoCache(data).put(
      's1' as SiteId,
      'https://store.example/p.png?signature=s',
      Uint8Array.of(1),
      'image/png',
    );
    expect(put.ok).toBe(true);
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
  },
);

it.each([
  ['no JSON', (note: string) => writeFileSync(note, '{"url":')],
  ['a folder', (note: string) => mkdirSync(note)],
])('has no photo of which the note is %s', async (_, spoil) => {
  const cache = createPhotoCache(data);
  await cache.put('s1' as SiteId, 'https://store.example/p.png', Uint8Array.of(1), 'image/png');
  expect(await cache.get('s1' as SiteId)).toMatchObject({ url: 'https://store.example/p.png', size: 1 });
  const folder = join(data, 'photos');
  const note = join(folder, readdirSync(folder).find((name) => name.endsWith('.json')) ?? '');
  rmSync(note);
  spoil(note);
  expect(await cache.get('s1' as SiteId)).toBeNull();
});
