// What is read before the cache is open is stripped each time, and the stripper alone takes 50 ms and 30 MB: this file and
// those that it imports first are JavaScript.
import '../runtime/wasm-wrappers.mjs';
import '../runtime/compile-cache.mjs';
import '../runtime/own-modules.mjs';
import { flushCompileCache } from 'node:module';
import { isatty } from 'node:tty';

// These stay.
if (process.argv.includes('serve') || process.argv.includes('--watch'))
  await import('../runtime/steady-malloc.mjs');
// Told to end while the rest is loaded, it ends as it does later: in words. A program that begins anew would forget it, so
// not before.
const isWindows = process.platform === 'win32';
const hasTerminal = isWindows || [0, 1, 2].some((descriptor) => isatty(descriptor));
const SIGNALS = ['SIGINT', 'SIGTERM', ...(isWindows ? ['SIGBREAK'] : []), ...(hasTerminal ? ['SIGHUP'] : [])];
// `nohup` leaves no terminal to a program, and has it not hear that one is gone; but Node undoes that.
if (!hasTerminal) process.on('SIGHUP', () => undefined);
const told = [];
const note = (signal) => told.push(signal);
for (const signal of SIGNALS) process.on(signal, note);
const isJson = process.argv.includes('--json');
const failed = ({ code, message, hint }) =>
  process.stdout.write(`${JSON.stringify({ ok: false, error: { code, message, hint } })}\n`);
// A fault of ours ends the process with a stack on stderr, and a script reads its one object all the same. `serve` has given
// its own by then.
if (isJson && !process.argv.includes('serve'))
  process.on('uncaughtExceptionMonitor', (error) =>
    failed({
      code: 'bug',
      message: `SiteSync stopped because of an error in the program: ${String(error).replaceAll(/\p{Cc}/gu, ' ')}`,
      hint: 'What was done stays. Run the command again; where this stays, report what it wrote on stderr.',
    }),
  );
// Once it is needed nothing more can be loaded.
const { isOutOfFiles, OUT_OF_FILES } = await import('../../adapters/out-of-files.ts');
try {
  const { Ending } = await import('./ending.ts');
  const { runCommand } = await import('./program.ts');
  const ending = new Ending(process);
  // What came until now is heard by then: not in this turn of the loop, which may be past listening, but in the next one.
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
  ending.takeSignals(told);
  for (const signal of SIGNALS) process.off(signal, note);
  const status = await runCommand(process.argv.slice(2), process, ending);
  // Where what it says could not be said, that has been told already.
  process.exitCode ??= status;
} catch (error) {
  if (!isOutOfFiles(error)) throw error;
  if (isJson) failed(OUT_OF_FILES);
  else process.stderr.write(`${OUT_OF_FILES.message}\n${OUT_OF_FILES.hint}\n`);
  process.exitCode = 1;
}
// Now rather than while the process ends: by then a second Ctrl+C is no longer ours to take, and would change the exit status.
flushCompileCache();
