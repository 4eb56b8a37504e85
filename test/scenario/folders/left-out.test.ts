import { execFile } from 'node:child_process';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMirrorReadOnly } from '../../../main/adapters/sqlite/mirror.ts';
import { MirrorViews } from '../../../main/app/views/views.ts';
import type { Program } from '../../../main/hosts/compose/compose.ts';
import { scanSite } from '../../../main/sync/observe/scan.ts';
import type { MirrorReader } from '../../../main/sync/ports/mirror.ts';
import type { LeftOut } from '../../../main/sync/ports/mirror/sites.ts';
import { MOMENT } from '../../support/app-context.ts';
import { SITE, siteOf, startWorld, type Laptop, type World } from '../../support/laptop.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const run = promisify(execFile);
const site = SITE;
let world: World;
let laptop: Laptop;

beforeEach(async () => {
  world = await startWorld();
  laptop = world.laptop('one');
  await laptop.sync();
  await mkdir(join(laptop.folder, 'Photos', 'East'), { recursive: true });
});

afterEach(() => world.close());

async function link(path: string): Promise<void> {
  await symlink('/elsewhere', join(laptop.folder, path));
}

function reading<T>(read: (reader: MirrorReader) => T): T {
  const opened = openMirrorReadOnly(laptop.data);
  if (!opened.ok) throw new Error(opened.failure.message);
  try {
    return read(opened.value);
  } finally {
    opened.value.close();
  }
}

function told(): readonly string[] {
  return reading((reader) => reader.leftOut(site)).map(({ path, kind }: LeftOut) => `${kind} ${path}`);
}

/** Syncs; what lies there and is left out is no problem. */
async function sync(): Promise<readonly string[]> {
  expect(siteOf(await laptop.sync())).toMatchObject({ created: 0, problems: [] });
  return told();
}

it.skipIf(process.platform === 'win32')(
  'links and special files are known, once each, until they go',
  async () => {
    await link('Other/b');
    await link('Photos/East/a');
    await run('mkfifo', [join(laptop.folder, 'Other', 'pipe')]);
    for (let times = 0; times < 2; times++)
      expect(await sync()).toEqual(['link Other/b', 'special Other/pipe', 'link Photos/East/a']);
    await rm(join(laptop.folder, 'Other', 'b'));
    await mkdir(join(laptop.folder, 'Other', 'b'));
    await writeFile(join(laptop.folder, '.siteignore'), 'pipe\n');
    expect(await sync()).toEqual(['link Photos/East/a']);
    await rm(join(laptop.folder, 'Photos'), { recursive: true });
    expect(await sync()).toEqual([]);
  },
);

it('where a scan did not look they are as they were', async () => {
  await link('Other/b');
  await link('Photos/a');
  await sync();
  const program = await open();
  await rm(join(laptop.folder, 'Other', 'b'));
  await rm(join(laptop.folder, 'Photos', 'a'));
  await link('Photos/East/c');
  const context = await program.context();
  if (!context.ok) throw new Error(context.failure.message);
  const [followed] = program.mirror.followed();
  const scope = { below: [], directly: ['Photos', 'Photos/East'] };
  expect(await scanSite(context.value, followed!, scope)).toMatchObject({ ok: true });
  expect(told()).toEqual(['link Other/b', 'link Photos/East/c']);
  expect(await scanSite(context.value, followed!, null)).toMatchObject({ ok: true });
  expect(told()).toEqual(['link Photos/East/c']);
  await program.close();
});

it('the outbox counts them, names the first, and makes no issue of them; nothing is said while the folder is away', async () => {
  for (let number = 0; number < 25; number++) await link(`Other/${String(number).padStart(2, '0')}`);
  await sync();
  const looked = () =>
    reading((reader) => {
      const views = new MirrorViews(reader, MOMENT);
      const { leftOut, leftOutTotal, pendingTotal, issuesTotal } = views.outbox(null);
      return { leftOut, counts: [leftOutTotal, pendingTotal, issuesTotal, views.counts()[0]?.issues] };
    });
  const { leftOut, counts } = looked();
  expect(counts).toEqual([25, 0, 0, 0]);
  expect(leftOut).toHaveLength(20);
  expect(leftOut[0]).toEqual({ site, siteName: 'Harbour House', path: 'Other/00', kind: 'link' });
  await rename(laptop.folder, `${laptop.folder} away`);
  await laptop.sync();
  expect(looked()).toEqual({ leftOut: [], counts: [0, 0, 1, 1] });
});

async function open(): Promise<Program> {
  return (await openSignedIn({ data: laptop.data, baseUrl: world.service.url })).program;
}
