import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSiteFolder, readMarker } from '../../../main/adapters/disk/marker.ts';
import { writeDurably } from '../../../main/adapters/disk/write-durably.ts';
import { MARKER } from './bench.ts';

let home: string;
/** A stick, or an archive that was unpacked with its links. */
let folder: string;
let own: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-handed-over-'));
  folder = join(home, 'stick');
  own = join(home, '.bashrc');
  mkdirSync(join(folder, '.sitesync', 'tmp'), { recursive: true });
  writeFileSync(own, 'mine');
});

afterEach(() => rmSync(home, { recursive: true }));

const markerPath = (): string => join(folder, '.sitesync', 'site.json');

describe.skipIf(process.platform === 'win32')('a site’s folder that came from others', () => {
  it.each(['site.json', 'site.json.new'])('has no file written through a link named %s', async (name) => {
    symlinkSync(own, join(folder, '.sitesync', name));
    expect(await createSiteFolder(folder, MARKER)).toMatchObject({ ok: true });
    expect(readFileSync(own, 'utf8')).toBe('mine');
    expect(await readMarker(folder)).toMatchObject({ ok: true, value: MARKER });
  });

  it('has what is written beside it in a new file each time, also after a kill', async () => {
    const path = join(folder, '.sitesync', 'tmp', 'plan.json');
    symlinkSync(own, `${path}.new`);
    await writeDurably(path, 'one');
    writeFileSync(`${path}.new`, 'of a process that was killed');
    await writeDurably(path, 'two');
    expect([readFileSync(path, 'utf8'), readFileSync(own, 'utf8')]).toEqual(['two', 'mine']);
  });
});
