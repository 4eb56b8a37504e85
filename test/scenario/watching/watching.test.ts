import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createWatcher } from '../../../main/adapters/watch/watch.ts';
import type { Watcher } from '../../../main/sync/ports/environment.ts';
import { watchSites } from '../../../main/sync/watch/watch-run.ts';
import { fail } from '../../../shared/failure.ts';
import { until } from '../../support/engine-home.ts';
import { SITE, startWorld, type Laptop, type World } from '../../support/laptop.ts';
import { openSignedIn } from '../../support/signed-in.ts';

/** Watches the laptop's site while `work` runs. Returns what was said on the way. */
async function watching(
  world: World,
  laptop: Laptop,
  watcher: Watcher,
  work: () => Promise<void>,
): Promise<readonly string[]> {
  const stopping = new AbortController();
  const { program, context } = await openSignedIn({
    data: laptop.data,
    baseUrl: world.service.url,
    stopping: stopping.signal,
    stillMs: 100,
  });
  const notices: string[] = [];
  const run = watchSites({ ...context, stopping: stopping.signal }, watcher, program.mirror.followed(), {
    onReport: () => undefined,
    onNotice: (line) => notices.push(line),
  });
  try {
    await delay(500);
    await work();
  } finally {
    stopping.abort();
    await run;
    await program.close();
  }
  return notices;
}

it('sends what is written while it watches, in folders that were just made too, and loses none of a burst', async () => {
  const world = await startWorld();
  try {
    const anna = world.laptop('anna');
    await anna.sync();
    await watching(world, anna, createWatcher(), async () => {
      await writeFile(join(anna.folder, 'Other', 'note.txt'), 'written while watching');
      await until(() => world.service.store.files(SITE).length === 1);
      for (let folder = 0; folder < 10; folder++) {
        await mkdir(join(anna.folder, 'Other', `day ${folder}`, 'photos'), { recursive: true });
        for (let n = 0; n < 10; n++)
          await writeFile(
            join(anna.folder, 'Other', `day ${folder}`, 'photos', `${n}.txt`),
            `${folder}/${n}`,
          );
      }
      await until(() => world.service.store.files(SITE).length === 101);
    });
  } finally {
    await world.close();
  }
});

it('says so and scans at intervals where the folder cannot be watched', async () => {
  const world = await startWorld();
  try {
    const anna = world.laptop('anna');
    await anna.sync();
    const none: Watcher = {
      watch: () => ({
        ready: Promise.resolve(
          fail({ code: 'unreadable', message: 'No watcher.', hint: 'Scanned instead.', retry: 'later' }),
        ),
        close: () => Promise.resolve(),
      }),
    };
    world.service.store.addFile(SITE, { name: 'late.txt', category: 'other', content: 'from there' });
    const notices = await watching(world, anna, none, async () => {
      const path = join(anna.folder, 'Other', 'late.txt');
      await until(async () => (await readFile(path, 'utf8')) === 'from there');
    });
    expect(notices).toEqual(['No watcher. Scanned instead.']);
  } finally {
    await world.close();
  }
});
