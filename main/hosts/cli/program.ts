import { CommanderError } from 'commander';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { OUT_OF_FILES } from '../../adapters/out-of-files.ts';
import { MirrorError } from '../../sync/ports/mirror-error.ts';
import { defaultDataDir } from '../default-folders.ts';
import { buildCommands, givenBaseUrl, type CommonOptions, type ServeOptions, type Work } from './commands.ts';
import { Ending } from './ending.ts';
import { misuse } from './misuse.ts';
import { EXIT, output } from './output.ts';
import { readToken, stoppedBefore } from './token.ts';

/** Whoever starts the program hands over what it was told by until then. */
export const ending = new Ending();
let status: number = EXIT.inSync;

async function run(options: CommonOptions, work: Work, { scansSoon } = { scansSoon: false }): Promise<void> {
  const out = output(options.json === true, options.quiet === true);
  const given = await givenToken(options);
  if (!given.ok) {
    status = out.error(given.failure, given.failure.hint);
    return;
  }
  const token = given.value;
  const data = options.data ?? defaultDataDir();
  const disk = scansSoon ? (await import('../ready-disk.ts')).readyDisk() : undefined;
  // The engine, which help, a version and a word that nobody knows can do without.
  const { openProgram } = await import('../compose.ts');
  const opened = await openProgram({
    data,
    program: 'the command line',
    baseUrl: givenBaseUrl(options),
    token,
    signal: ending.breaking,
    stopping: ending.stopping,
    log: options.verbose === true ? out.log : () => undefined,
    warn: options.quiet === true ? out.warn : out.log,
    ...(disk === undefined ? {} : { disk }),
  });
  if (!opened.ok) {
    status = out.error(withPlace(opened.failure, data));
    return;
  }
  try {
    status = await work(opened.value, out, token);
  } catch (error) {
    // The mirror's own disk failed in the middle: nothing goes on without it, and what was committed stays.
    if (!(error instanceof MirrorError)) throw error;
    status = out.error(withPlace(error.failure, data));
  } finally {
    await opened.value.close();
  }
}

/** The mirror does not know what its folder is called here. */
function withPlace(failure: Failure, data: string): Failure {
  if (failure.message.includes(data) || failure.message === OUT_OF_FILES.message) return failure;
  return { ...failure, message: `${failure.message} The data folder is ${data}.` };
}

async function serve(options: ServeOptions): Promise<void> {
  const out = output(options.json === true, options.quiet === true);
  const token = await givenToken(options);
  if (!token.ok) {
    status = out.error(token.failure, token.failure.hint);
    return;
  }
  const given = {
    data: options.data,
    baseUrl: givenBaseUrl(options),
    token: token.value,
    port: options.port,
    open: options.open === true,
    verbose: options.verbose === true,
  };
  ending.takeFirstSignal();
  // The app behind a window takes longer to load than all the other commands together.
  const { serveCommand } = await import('./serve-command.ts');
  status = await serveCommand(given, out, ending.stopping);
}

/** Null where there is none. Where one was to come on standard input and did not, no other stands in for it. */
async function givenToken({ tokenStdin }: CommonOptions): Promise<Result<string | null>> {
  // Told to end before it began, it begins nothing.
  if (ending.stopping.aborted) return fail(stoppedBefore('it began'));
  const set = process.env['SITESYNC_TOKEN'];
  // From here on no thread, library or program that is started finds it there.
  delete process.env['SITESYNC_TOKEN'];
  if (tokenStdin === true)
    return readToken(process.stdin, ending.stopping, (line) => process.stderr.write(`${line}\n`));
  return ok(set?.trim() || null);
}

/** Without a command its help was shown, which says more than an error. */
function misused(error: CommanderError): number {
  if (error.code === 'commander.help') return EXIT.usage;
  return output(process.argv.includes('--json'), false).error(misuse(error));
}

/** Runs the command that the process was started with, and sets its exit status. */
export async function runCommand(): Promise<void> {
  try {
    await buildCommands({ run, serve }).parseAsync(process.argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    status = error.exitCode === 0 ? EXIT.inSync : misused(error);
  }
  ending.over();
  // Where what it says could not be said, that has been told already.
  process.exitCode ??= status;
}
