import { instrument } from './instrument.ts';

/** One sync of a laptop in a process of its own: `data`, `url`, `at`, `how`, `code`. Prints how many steps it took. */
const [data, url, at, how, code] = process.argv.slice(2);
const steps = await instrument({
  at: Number(at),
  how: how === 'fail' ? 'fail' : 'kill',
  code: code ?? 'EIO',
});
const { syncOnce } = await import('../../../main/sync/sync-once.ts');
const { openSignedIn } = await import('../../support/laptop.ts');

const { program, context } = await openSignedIn({ data: data ?? '', baseUrl: url ?? '' });
const options = { confirmDeletes: true, eager: false, scope: null, list: true };
await syncOnce(context, program.mirror.followed(), options);
const taken = steps();
await program.close();
console.log(taken);
