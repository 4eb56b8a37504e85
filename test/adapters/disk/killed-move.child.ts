import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { RelPath } from '../../../shared/model/rel-path.ts';

/** Moves a file in a site's folder and is killed before a step of it: `folder`, `from`, `to`, `step`. */
const [, , folder = '', from = '', to = '', step = ''] = process.argv;
const { createDisk } = await import('../../../main/adapters/disk/disk.ts');
const disk = createDisk();
const found = await disk.stat(folder, from as RelPath);
if (!found.ok || found.value === null) throw new Error(`Nothing at ${from}`);

const calls = (step === 'rm' ? fs.promises : fs) as unknown as Record<string, () => void>;
if (calls[step] === undefined) throw new Error(`There is no ${step}`);
calls[step] = () => process.kill(process.pid, 'SIGKILL');
syncBuiltinESMExports();
await disk.move(folder, { ...found.value, hash: null }, to as RelPath);
