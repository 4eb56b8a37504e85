import { linkSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MARKER } from '../../../../main/adapters/disk/layout.ts';
import {
  createSiteFolder,
  readMarker,
  rewriteMarker,
} from '../../../../main/adapters/disk/own-files/marker.ts';
import type { Marker } from '../../../../main/sync/ports/disk.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import { SmallDisk, whyNoExt4, whyNoMount } from '../../../support/faults/bad-disk.ts';
import { asWritten, failure, value } from '../suite/bench.ts';

const WORDS = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

let home: string;
let folder: string;
let disk: SmallDisk;

function marker(generation: string | null, baseUrl = 'https://sites.example'): Marker {
  return { site: 'site-1' as SiteId, baseUrl, folderId: 'folder-1', generation, edition: 0 };
}

/** An address as long as that the word begins before the end of a sector. */
const ACROSS = 'x'.repeat(500 - JSON.stringify(marker(WORDS[0]!, ''), null, 2).indexOf(WORDS[0]!));

async function begin(first: Marker): Promise<void> {
  value(await createSiteFolder(folder, first));
  disk.fillToTheBrim();
  expect(() => writeFileSync(join(folder, 'one byte'), 'x')).toThrow('ENOSPC');
}

it('is as long as to tell that a word across two sectors is not written in place', () => {
  expect(JSON.stringify(marker(WORDS[0]!, ACROSS), null, 2).indexOf(WORDS[0]!)).toBe(500);
});

describe.each([
  ['tmpfs', whyNoMount, (at: string) => SmallDisk.at(at, '256k')],
  ['ext4', whyNoExt4, (at: string) => SmallDisk.ext4At(at, '4m')],
] as const)('the marker on a disk of %s without a free block', (_, whyNot, makeDisk) => {
  const isSkipped = whyNot() !== null;

  beforeEach(async () => {
    if (isSkipped) return;
    home = await mkdtemp(join(tmpdir(), 'sitesync-full-'));
    disk = await makeDisk(join(home, 'disk'));
    folder = join(home, 'disk', 'site');
  });

  afterEach(async () => {
    if (isSkipped) return;
    disk.unmount();
    await rm(home, { recursive: true, force: true });
  });

  it.skipIf(isSkipped)('gets its next word in place, again and again', async () => {
    await begin(marker(WORDS[0]!));
    const { ino } = statSync(join(folder, MARKER));
    let before = marker(WORDS[0]!);
    for (const word of [WORDS[1]!, WORDS[0]!, WORDS[1]!]) {
      value(await rewriteMarker(folder, marker(word), before));
      before = marker(word);
      expect(asWritten(await readMarker(folder))).toEqual(marker(word));
      expect(statSync(join(folder, MARKER)).ino).toBe(ino);
    }
    expect(readdirSync(join(folder, '.sitesync'))).toEqual(['site.json']);
  });

  it.skipIf(isSkipped)('gets its next edition in place, at every length of the number', async () => {
    const first = marker(WORDS[0]!);
    await begin(first);
    const { ino } = statSync(join(folder, MARKER));
    let before = first;
    for (const edition of [1, 9, 10, 123_456]) {
      value(await rewriteMarker(folder, { ...first, edition }, before));
      before = { ...first, edition };
      expect(asWritten(await readMarker(folder))).toEqual({ ...first, edition });
      expect(statSync(join(folder, MARKER)).ino).toBe(ino);
    }
    const next = { ...marker(WORDS[1]!), edition: 123_456 };
    value(await rewriteMarker(folder, next, before));
    expect(asWritten(await readMarker(folder))).toEqual(next);
  });

  it.skipIf(isSkipped).each([
    ['has none yet', marker(null), marker(WORDS[1]!)],
    ['is of another service', marker(WORDS[0]!, 'https://site.example'), marker(WORDS[1]!)],
    ['has it across two sectors', marker(WORDS[0]!, ACROSS), marker(WORDS[1]!, ACROSS)],
    ['gets a longer one', marker('generation-1'), marker('generation-10')],
  ])('stays as it was where it %s', async (_, first, next) => {
    await begin(first);
    const before = readFileSync(join(folder, MARKER), 'utf8');
    expect(failure(await rewriteMarker(folder, next, first))).toMatchObject({ code: 'disk-full' });
    expect(readFileSync(join(folder, MARKER), 'utf8')).toBe(before);
    expect(readdirSync(join(folder, '.sitesync'))).toEqual(['site.json']);
  });

  it.skipIf(isSkipped)(
    'stays as it was where another name leads to it, as in a backup of links',
    async () => {
      value(await createSiteFolder(folder, marker(WORDS[0]!)));
      linkSync(join(folder, MARKER), join(folder, 'backup'));
      disk.fillToTheBrim();
      const [first, next] = WORDS.map((word) => marker(word)) as [Marker, Marker];
      expect(failure(await rewriteMarker(folder, next, first))).toMatchObject({ code: 'disk-full' });
      expect(asWritten(await readMarker(folder))).toEqual(marker(WORDS[0]!));
    },
  );
});
