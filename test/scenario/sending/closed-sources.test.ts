import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Disk, UploadSource } from '../../../main/sync/ports/disk.ts';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import { ok, type Result } from '../../../shared/failure.ts';
import { openEngine } from '../../support/engine-home.ts';
import { SITE, startWorld } from '../../support/laptop.ts';

const FILES = 300;
const POSTS = { method: 'POST', pathPrefix: '/api/v1/files/' };

/** A disk that counts the files which are open to be sent. */
function counting(disk: Disk): {
  readonly disk: Disk;
  readonly open: () => readonly [now: number, ever: number];
} {
  let now = 0;
  let ever = 0;
  const counted = (opened: Result<UploadSource>): Result<UploadSource> => {
    if (!opened.ok) return opened;
    const { size, bytes, hash, stream, finish, close } = opened.value;
    const source = opened.value;
    now += 1;
    ever += 1;
    return ok({
      size,
      bytes,
      hash,
      stream: () => stream.call(source),
      finish: () => finish.call(source),
      close: () => {
        now -= 1;
        return close.call(source);
      },
    });
  };
  return {
    disk: { ...disk, openUploads: async (...what) => (await disk.openUploads(...what)).map(counted) },
    open: () => [now, ever],
  };
}

it.each([
  ['sent', FILES, {}],
  ['refused', FILES, { times: 1000, action: { status: 413 } } as const],
  // Where the sign-in ends before the second batch is needed it is not made ready: the first is of 32.
  ['not sent, since the sign-in ended in the middle', 32, { times: 1000, action: { status: 401 } } as const],
])('closes each of many small files that are %s', async (_, least, fault) => {
  const home = await mkdtemp(join(tmpdir(), 'sitesync-closed-'));
  const world = await startWorld();
  const laptop = await openEngine(world, home);
  try {
    laptop.engine.pauseAll();
    const folder = await laptop.follow(SITE);
    await laptop.atRest();
    for (let n = 0; n < FILES; n++) await writeFile(join(folder, 'Other', `${n}.txt`), `file ${n}`);
    if ('action' in fault) world.service.failNext({ match: POSTS, after: 20, ...fault });
    const { disk, open } = counting(laptop.context.disk);
    const options = { confirmDeletes: false, eager: false, scope: null, list: true };
    await syncOnce({ ...laptop.context, disk }, laptop.program.mirror.followed(), options);
    const [now, ever] = open();
    expect(ever).toBeGreaterThanOrEqual(least);
    expect(now).toBe(0);
  } finally {
    await laptop.close();
    await world.close();
    await rm(home, { recursive: true, force: true });
  }
});
