import { getEnvironmentData } from 'node:worker_threads';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { COUNTED, type Counted, type Steps } from './instrument.ts';

/**
 * One sync of a laptop in a process of its own, with `every-thread.ts` imported before it: `data`, `url` and the fault.
 * Prints how many steps it took.
 */
const [data, url] = process.argv.slice(2);
const { main, workers } = getEnvironmentData(COUNTED) as Counted;

const { program, context } = await openSignedIn({ data: data ?? '', baseUrl: url ?? '' });
const options = { confirmDeletes: true, eager: false, scope: null, list: true };
await syncOnce(context, program.mirror.followed(), options);
const taken: Steps = { main: Atomics.load(main, 0), workers: Atomics.load(workers, 0) };
await program.close();
console.log(JSON.stringify(taken));
