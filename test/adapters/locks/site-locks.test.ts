import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerOf, ask } from '../../../main/adapters/locks/lock-socket.ts';
import { createSiteLocks } from '../../../main/adapters/locks/site-locks.ts';
import type { LockedFolder, SiteLocks } from '../../../main/sync/ports/site-locks.ts';
import { startNode, type RunningCli } from '../../support/command-line.ts';

const CHILD = join(import.meta.dirname, 'take.child.ts');

let home: string;
let site: LockedFolder;
let opened: SiteLocks[];
let said: string[];
let children: RunningCli[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-locks-'));
  site = { folder: join(home, 'Harbour House'), folderId: 'folder-1' };
  mkdirSync(site.folder);
  [opened, said, children] = [[], [], []];
});

afterEach(async () => {
  for (const locks of opened) locks.close();
  for (const { child } of children) child.kill('SIGKILL');
  await Promise.all(children.map(({ ended }) => ended));
  rmSync(home, { recursive: true, force: true });
});

/** Another program, as far as locks go. */
function open(program = 'SiteSync', platform: NodeJS.Platform = process.platform, place = home): SiteLocks {
  const locks = createSiteLocks({ program, platform, place, log: (line) => said.push(line) });
  opened.push(locks);
  return locks;
}

/** One in a process of its own, which has the folder when this resolves. */
async function startOther(platform: NodeJS.Platform): Promise<RunningCli> {
  const other = startNode(CHILD, [site.folder, site.folderId, platform, home], { env: {} });
  children.push(other);
  await other.says('taken');
  return other;
}

it('a folder is taken by one program, which says who it is', async () => {
  const [ours, theirs] = [open('the desktop app'), open()];
  expect(await ours.take(site)).toBeNull();
  expect(await ours.take(site)).toBeNull();
  expect(await ours.holder(site)).toBeNull();
  const holder = await theirs.take(site);
  expect(holder).toEqual({ program: 'the desktop app', pid: process.pid, user: null });
  expect(await theirs.holder(site)).toEqual(holder);
  expect(readdirSync(site.folder)).toEqual([]);
});

it('others, and what was given up, are free', async () => {
  const [ours, theirs] = [open(), open()];
  await ours.take(site);
  expect(await theirs.take({ ...site, folderId: 'folder-2' })).toBeNull();
  expect(await theirs.holder({ folder: join(home, 'Wharf'), folderId: 'folder-1' })).toBeNull();
  ours.free(site);
  expect(await theirs.take(site)).toBeNull();
  theirs.close();
  expect(await ours.take(site)).toBeNull();
});

it('only asking takes nothing', async () => {
  const [ours, theirs] = [open(), open()];
  expect(await ours.holder(site)).toBeNull();
  expect(await theirs.take(site)).toBeNull();
});

it('two that come at once do not both get it, and one that asks twice does', async () => {
  const [ours, theirs] = [open(), open()];
  const all = await Promise.all([ours.take(site), theirs.take(site), ours.take(site)]);
  expect(all[0]).toEqual(all[2]);
  expect((all[0] === null) !== (all[1] === null)).toBe(true);
});

it('is the same through a link', async () => {
  const link = join(home, 'link');
  symlinkSync(home, link);
  await open().take(site);
  expect(await open().take({ ...site, folder: join(link, 'Harbour House') })).not.toBeNull();
});

it('is given up as it was taken, where the link to it leads nowhere by then', async () => {
  const link = join(home, 'link');
  symlinkSync(home, link);
  const [ours, linked] = [open(), { ...site, folder: join(link, 'Harbour House') }];
  await ours.take(linked);
  rmSync(link);
  ours.free(linked);
  expect(await open().take(site)).toBeNull();
});

it('takes what else lies at its name, where that is a file, for a leftover', async () => {
  const ours = open('SiteSync', 'darwin');
  await ours.take(site);
  const name = readdirSync(home).find((each) => each.startsWith('sitesync-'))!;
  ours.close();
  await expect.poll(() => readdirSync(home)).not.toContain(name);
  writeFileSync(join(home, name), '');
  expect(await ours.take(site)).toBeNull();
  expect(await open('SiteSync', 'darwin').take(site)).toMatchObject({ pid: process.pid });
  expect(said).toEqual([]);
});

// Elsewhere than on Linux and Windows the name is a file.
describe.each(['linux', 'darwin'] as const)('as on %s', { timeout: 60_000 }, (platform) => {
  it('is free as soon as the program is killed', async () => {
    const { child, ended } = await startOther(platform);
    const ours = open('SiteSync', platform);
    expect(await ours.take(site)).toMatchObject({ program: 'the desktop app', pid: child.pid });
    child.kill('SIGKILL');
    await ended;
    expect(await ours.holder(site)).toBeNull();
    expect(await ours.take(site)).toBeNull();
    expect(await open('SiteSync', platform).take(site)).toMatchObject({ program: 'SiteSync' });
    expect(said).toEqual([]);
  });

  it('stays taken by a program that was stopped, as by Ctrl+Z', async () => {
    const { child } = await startOther(platform);
    child.kill('SIGSTOP');
    const nothing = { program: null, pid: null, user: null };
    expect(await open('SiteSync', platform).take(site)).toEqual(nothing);
  });
});

describe('whoever else listens there', () => {
  let server: Server | null = null;

  afterEach(() => server?.close());

  async function listening(onAsked: (socket: Socket) => void): Promise<string> {
    const name = `\0sitesync-test-${process.pid}`;
    server = createServer((socket) => onAsked(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => server?.listen({ path: name }, resolve));
    return name;
  }

  it.each([
    ['says nothing that is known', (socket: Socket) => void socket.end('{"pid":"x","user":[]}')],
    ['hangs up', (socket: Socket) => void socket.destroy()],
    ['says too much', (socket: Socket) => void socket.write('x'.repeat(1_000_000))],
  ])('is known as no more than that where it %s', async (_, onAsked) => {
    const name = await listening(onAsked);
    expect(await ask(name)).toEqual({ program: null, pid: null, user: null });
  });

  it('is nobody any more where it hung up since it was ending', async () => {
    const name = await listening((socket) => {
      socket.destroy();
      server?.close();
    });
    expect(await ask(name)).toBeNull();
  });

  it('is called as it says, in short, and by its user where that is another', async () => {
    const about = { ...JSON.parse(answerOf('x'.repeat(1000))), user: 'ben' };
    const name = await listening((socket) => void socket.end(JSON.stringify(about)));
    expect(await ask(name)).toMatchObject({ program: 'x'.repeat(60), pid: process.pid, user: 'ben' });
  });
});

it('a folder that cannot be locked counts as ours, and the log says so once', async () => {
  const ours = open('SiteSync', 'darwin', join(home, 'away'));
  expect(await ours.take(site)).toBeNull();
  expect(await ours.take(site)).toBeNull();
  expect(said).toEqual([`${site.folder} cannot be locked against other programs: EACCES`]);
});
