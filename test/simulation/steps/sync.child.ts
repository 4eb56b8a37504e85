import { instrument } from './instrument.ts';

/** One sync of a laptop in a process of its own: `data`, `url`, `at`, `how`, `code`. Prints how many steps it took. */
const [data, url, at, how, code] = process.argv.slice(2);
const steps = await instrument({
  at: Number(at),
  how: how === 'fail' ? 'fail' : 'kill',
  code: code ?? 'EIO',
});
const { openProgram } = await import('../../../main/hosts/compose.ts');
const { syncOnce } = await import('../../../main/sync/sync-once.ts');
const { TOKEN } = await import('../../support/laptop.ts');

const { signal } = new AbortController();
const quiet = (): void => undefined;
const opened = await openProgram({
  data: data ?? '',
  baseUrl: url ?? '',
  token: TOKEN,
  signal,
  stopping: signal,
  log: quiet,
  warn: quiet,
  stillMs: 0,
});
if (!opened.ok) throw new Error(opened.failure.message);
const made = await opened.value.context();
if (!made.ok) throw new Error(made.failure.message);
const options = { confirmDeletes: true, eager: false, scope: null, list: true };
await syncOnce(made.value, opened.value.mirror.followed(), options);
const taken = steps();
await opened.value.close();
console.log(taken);
