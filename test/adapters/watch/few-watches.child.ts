import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createWatcher } from '../../../main/adapters/watch/watch.ts';
import type { WatchHint } from '../../../main/sync/ports/environment.ts';

/** Watches a folder, makes folders in it, and prints what it was told as JSON. Runs where few watches are allowed. */
const folder = process.argv[2] ?? '';
const hints: WatchHint[] = [];
const watch = createWatcher().watch(
  folder,
  () => false,
  (hint) => hints.push(hint),
);
const ready = await watch.ready;
for (let n = 0; n < 10; n++) await mkdir(join(folder, `new ${n}`));
for (let tries = 0; tries < 2000 && !hints.some((hint) => hint.kind === 'lost') && ready.ok; tries++)
  await delay(20);
await writeFile(join(folder, 'top.txt'), 'x');
for (let tries = 0; tries < 25 && !hints.some((hint) => 'folder' in hint && hint.folder === ''); tries++)
  await delay(20);
console.log(
  JSON.stringify({ ready, lost: hints.filter((hint) => hint.kind === 'lost'), hinted: hints.length > 0 }),
);
await watch.close();
