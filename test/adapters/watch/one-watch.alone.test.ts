import fs from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/*
 * The watcher of Windows and Macs, whatever system this is: what it asks of the system. It is loaded only when the calls
 * are heard.
 */
it('asks for one watch of the whole tree', async () => {
  const { watch } = fs;
  const asked: unknown[] = [];
  fs.watch = ((...args: Parameters<typeof watch>) => {
    asked.push(args.slice(0, 2));
    return watch(...args);
  }) as typeof watch;
  syncBuiltinESMExports();
  const folder = await mkdtemp(join(tmpdir(), 'sitesync-watch-'));
  try {
    for (const each of ['Other/a/b', 'Plans/c']) await mkdir(join(folder, each), { recursive: true });
    const { createChokidarWatcher } = await import('../../../main/adapters/watch/watch.ts');
    const watching = createChokidarWatcher().watch(
      folder,
      () => false,
      () => undefined,
    );
    expect(await watching.ready).toEqual({ ok: true });
    await watching.close();
    // On Linux, Node then asks for one of each folder by itself.
    expect(asked[0]).toEqual([folder, expect.objectContaining({ recursive: true })]);
  } finally {
    fs.watch = watch;
    syncBuiltinESMExports();
    await rm(folder, { recursive: true });
  }
});
