import { createDisk } from '../../../main/adapters/disk/disk.ts';
import { createDropDisk } from '../../../main/adapters/disk/drop/drop-disk.ts';
import { besidePath } from '../../../main/engine/names/beside-path.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { value } from '../desk.ts';

/**
 * Drops a folder into a site's folder, saying when each step begins, until somebody kills it. `replace`: over the files
 * that have these names there.
 */
const [, , folder, source, replace] = process.argv;
const disk = createDropDisk();
const { signal } = new AbortController();
const walked = value(await disk.walk([source!], { ignore: [], leaveOut: [], limit: 10_000, signal }));
const about = { first: 'file 1.txt', folder: 'source', files: walked.entries.length };
const stage = value(await disk.stage(folder!, 'killed', about));
process.stdout.write('copying\n');
for (const [index, entry] of walked.entries.entries())
  value(await stage.copy(index, entry, () => undefined, signal));
const site = createDisk();
const files = await Promise.all(
  walked.entries.map(async ({ path }, index) => {
    const target = `Other/${path}` as RelPath;
    const over = replace === 'replace' ? value(await site.stat(folder!, target)) : null;
    return { index, target, over: over ?? undefined };
  }),
);
process.stdout.write('placing\n');
value(await stage.place(files, besidePath));
process.stdout.write('done\n');
await Promise.all([disk.close(), site.close()]);
