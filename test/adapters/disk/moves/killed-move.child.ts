import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { RelPath } from '../../../../shared/model/rel-path.ts';

/**
 * Moves files in a site's folder, all at a time, and is killed before a step of it: `folder`, the moves as JSON, `step`,
 * and how often that step is let go before.
 */
const [, , folder = '', moves = '[]', step = '', spared = '0'] = process.argv;
const { createDisk } = await import('../../../../main/adapters/disk/disk.ts');
const disk = createDisk();
const found = await Promise.all(
  (JSON.parse(moves) as [RelPath, RelPath][]).map(async ([from, to]) => ({
    from: await disk.stat(folder, from),
    to,
  })),
);

const calls = (step === 'rm' ? fs.promises : fs) as unknown as Record<string, (path: string) => unknown>;
const real = calls[step];
if (real === undefined) throw new Error(`There is no ${step}`);
let left = Number(spared);
calls[step] = (...args) => {
  if (left-- === 0) process.kill(process.pid, 'SIGKILL');
  return real(...args);
};
syncBuiltinESMExports();
await Promise.all(
  found.map(async ({ from, to }) => {
    if (!from.ok || from.value === null) throw new Error(`There is nothing to be moved to ${to}`);
    await disk.move(folder, { ...from.value, hash: null }, to);
  }),
);
