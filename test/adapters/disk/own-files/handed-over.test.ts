import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDisk } from '../../../../main/adapters/disk/disk.ts';
import { recover } from '../../../../main/adapters/disk/drop/recover.ts';
import { createSiteFolder, readMarker } from '../../../../main/adapters/disk/own-files/marker.ts';
import { writeDurably } from '../../../../main/adapters/disk/own-files/write-durably.ts';
import type { Disk, ScanReport } from '../../../../main/sync/ports/disk.ts';
import type { Result } from '../../../../shared/failure.ts';
import type { FileId, RemoteFingerprint } from '../../../../shared/model/ids.ts';
import { MARKER } from '../suite/bench.ts';

const run = promisify(execFile);
/** A file of the user that would do as a marker, so that none is trusted by way of a link. */
const MINE = JSON.stringify({ ...MARKER, site: 'site-2' });

let home: string;
/** A stick, or an archive that was unpacked with its links. */
let folder: string;
let own: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-handed-over-'));
  folder = join(home, 'stick');
  own = join(home, '.bashrc');
  mkdirSync(join(folder, '.sitesync', 'tmp'), { recursive: true });
  writeFileSync(own, MINE);
});

afterEach(() => rmSync(home, { recursive: true }));

/** What may have the name of a small file: a pipe that nobody writes to, a link to what has no end, a file without use. */
const LURES: Readonly<Record<string, (path: string) => unknown>> = {
  'a pipe': (path) => run('mkfifo', [path]),
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
  'a link to a file': (path) => symlinkSync(own, path),
  'a huge file': (path) => {
    writeFileSync(path, '');
    truncateSync(path, 2 ** 40);
  },
};
const EACH = Object.keys(LURES);

async function lay(what: string, path: string): Promise<void> {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  rmSync(join(folder, path), { force: true });
  await LURES[what]?.(join(folder, path));
}

describe.skipIf(process.platform === 'win32')('a site’s folder that came from others', () => {
  it.each(['site.json', 'site.json.new'])('has no file written through a link named %s', async (name) => {
    symlinkSync(own, join(folder, '.sitesync', name));
    expect(await createSiteFolder(folder, MARKER)).toMatchObject({ ok: true });
    expect(readFileSync(own, 'utf8')).toBe(MINE);
    expect(await readMarker(folder)).toMatchObject({ ok: true, value: MARKER });
  });

  it('has what is written beside it in a new file each time, also after a kill', async () => {
    const path = join(folder, '.sitesync', 'tmp', 'plan.json');
    symlinkSync(own, `${path}.new`);
    await writeDurably(path, 'one');
    writeFileSync(`${path}.new`, 'of a process that was killed');
    await writeDurably(path, 'two');
    expect([readFileSync(path, 'utf8'), readFileSync(own, 'utf8')]).toEqual(['two', MINE]);
  });

  it.each(EACH)('has no marker where %s has its name, and gets one when it is followed', async (what) => {
    await lay(what, '.sitesync/site.json');
    expect(await readMarker(folder)).toEqual({ ok: true, value: null });
    expect(await createSiteFolder(folder, MARKER)).toMatchObject({ ok: true });
    expect(await readMarker(folder)).toMatchObject({ ok: true, value: MARKER });
  });
});

describe.skipIf(process.platform === 'win32')('a scan of a folder that came from others', () => {
  let disk: Disk;
  let found: string[];

  beforeEach(async () => {
    disk = createDisk();
    found = [];
    expect(await createSiteFolder(folder, MARKER)).toMatchObject({ ok: true });
    writeFileSync(join(folder, 'Other', 'plan.pdf'), 'a plan');
  });

  afterEach(() => disk.close());

  const scan = (): Promise<Result<ScanReport>> =>
    disk.scan(folder, { ignore: [], scope: null }, (files) => found.push(...files.map(({ path }) => path)));

  it.each(EACH)('is not held up by %s named as the marker of a folder in it', async (what) => {
    await lay(what, 'Sub/.sitesync/site.json');
    writeFileSync(join(folder, 'Sub', 'photo.jpg'), 'a photo');
    expect(await scan()).toMatchObject({ ok: true, value: { skipped: [], unreadable: [] } });
    expect(found.toSorted()).toEqual(['Other/plan.pdf', 'Sub/photo.jpg']);
  });

  it.each(EACH)('finds nothing to send while %s is named .siteignore, and says so', async (what) => {
    await lay(what, '.siteignore');
    expect(await scan()).toMatchObject({
      ok: false,
      failure: {
        code: 'unreadable',
        retry: 'on-change',
        message: expect.stringMatching(/^\.siteignore could not be read: it is (a link|larger|not a reg)/),
      },
    });
    expect(found).toEqual([]);
  });

  it('takes a folder named .siteignore for no rules, and long rules for rules', async () => {
    mkdirSync(join(folder, '.siteignore'));
    expect(await scan()).toMatchObject({ ok: true, value: { ignoreText: '' } });
    rmSync(join(folder, '.siteignore'), { recursive: true });
    writeFileSync(join(folder, '.siteignore'), `${'# a long line of words\n'.repeat(20_000)}Other/`);
    found = [];
    expect(await scan()).toMatchObject({ ok: true });
    expect(found).toEqual([]);
  });

  it.each(EACH)('is not held up by %s among the notes of moves', async (what) => {
    await lay(what, '.sitesync/tmp/move-1');
    expect(await scan()).toMatchObject({ ok: true });
    expect(readdirSync(join(folder, '.sitesync', 'tmp'))).toEqual([]);
  });

  it.each(EACH)('nor is a drop that %s pretends to go on', async (what) => {
    await lay(what, '.sitesync/tmp/drop-1/plan.json');
    await lay(what, '.sitesync/tmp/drop-1/about.json');
    expect(await recover(folder, () => false)).toEqual({
      ok: true,
      value: { placed: [], beside: [], cut: [] },
    });
    expect(readdirSync(join(folder, '.sitesync', 'tmp'))).toEqual([]);
  });

  it.each(EACH)('nor a download that %s pretends to be the rest of', async (what) => {
    const id = '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d' as FileId;
    await lay(what, `.sitesync/tmp/${id}.part.json`);
    const opened = await disk.openDownload(folder, id, 'one' as RemoteFingerprint, 'Other/a.pdf');
    expect(opened).toMatchObject({ ok: true, value: { offset: 0 } });
    if (opened.ok) await opened.value.discard();
  });
});
