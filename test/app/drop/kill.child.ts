import { createDropDisk } from '../../../main/adapters/disk/drop/drop-disk.ts';
import { besidePath } from '../../../main/engine/beside-path.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { value } from '../desk.ts';

/** Drops a folder into a site's folder, saying when each step begins, until somebody kills it. */
const [, , folder, source] = process.argv;
const disk = createDropDisk();
const { signal } = new AbortController();
const walked = value(await disk.walk([source!], { ignore: [], leaveOut: [], limit: 10_000, signal }));
const about = { first: 'file 1.txt', folder: 'source', files: walked.entries.length };
const stage = value(await disk.stage(folder!, 'killed', about));
process.stdout.write('copying\n');
for (const [index, entry] of walked.entries.entries())
  value(await stage.copy(index, entry, () => undefined, signal));
process.stdout.write('placing\n');
const files = walked.entries.map(({ path }, index) => ({ index, target: `Other/${path}` as RelPath }));
value(await stage.place(files, besidePath));
process.stdout.write('done\n');
await disk.close();
