import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { argumentsOf, say } from '../harness/child.ts';

/** The least work for watching: one `fs.watch` per folder, and nobody who listens. */
const { folder } = argumentsOf() as { folder: string };
const before = process.memoryUsage().rss;
const started = performance.now();
const watches = [watch(folder)];
const pending = [''];
for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
  for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const path = join(at, entry.name);
    pending.push(path);
    watches.push(watch(join(folder, path)));
  }
}
const readyMs = performance.now() - started;
const moreMiB = (process.memoryUsage().rss - before) / 2 ** 20;
for (const each of watches) each.close();
say({ readyMs, moreMiB });
