import { CommanderError, type Command } from 'commander';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { OUT_OF_FILES } from '../../adapters/out-of-files.ts';
import { thrownFailure } from '../../sync/ports/failure-error.ts';
import { defaultDataDir } from '../folders/default-folders.ts';
import {
  buildCommands,
  givenBaseUrl,
  type CommonOptions,
  type Runner,
  type ServeOptions,
  type Work,
} from './commands.ts';
import type { Ending } from './ending.ts';
import { misuse } from './input/misuse.ts';
import { leaveGoneFolder } from './input/usage.ts';
import { EXIT, output, type Output } from './output/output.ts';
import type { Terminal } from './terminal.ts';
import { readToken, stoppedBefore } from './input/token.ts';

/** Runs one command; returns its exit status. `args`: what was typed after the program's name. */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
  ending: Ending,
): Promise<number> {
  let status: number = EXIT.inSync;
  const outputOf = ({ json, quiet, data }: CommonOptions): Output =>
    output(terminal, json === true, quiet === true, data);
  const shown: string[] = [];
  const asked = outputOf({ json: asksForJson(args) });
  const runner: Runner = {
    run: async (options, work, more) => {
      const out = outputOf(options);
      const token = await givenToken(options, terminal, ending);
      status = token.ok
        ? await withProgram(options, out, { token: token.value, ending, ...more }, work)
        : out.error(token.failure, token.failure.hint);
      out.end();
    },
    serve: async (options) => {
      const out = outputOf(options);
      const token = await givenToken(options, terminal, ending);
      status = token.ok
        ? await serve(options, out, { token: token.value, ending })
        : out.error(token.failure, token.failure.hint);
      out.end();
    },
  };
  const cli = buildCommands(runner, {
    writeOut: (text) => void (asked.json ? shown.push(text) : terminal.stdout.write(text)),
    writeErr: (text) => void terminal.stderr.write(text),
  });
  try {
    await cli.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    status = error.exitCode === 0 ? EXIT.inSync : misused(error, cli, args, asked);
  }
  if (shown.length > 0) asked.object({ ok: true, text: shown.join('').trimEnd() });
  ending.over();
  return status;
}

/** Also where the rest is not understood: a script reads one object all the same. */
function asksForJson(args: readonly string[]): boolean {
  const names = args.indexOf('--');
  return args.slice(0, names === -1 ? args.length : names).includes('--json');
}

/** Without a command the help was shown on stderr, which says more than an error would. */
function misused(error: CommanderError, cli: Command, args: readonly string[], out: Output): number {
  return error.code === 'commander.help' && !out.json ? EXIT.usage : out.error(misuse(error, cli, args));
}

/** Null if no token was given. If it was to come on standard input and did not, no other one is taken instead. */
async function givenToken(
  { tokenStdin }: CommonOptions,
  terminal: Terminal,
  { stopping }: Ending,
): Promise<Result<string | null>> {
  leaveGoneFolder();
  // It was told to end before it began: it does nothing.
  if (stopping.aborted) return fail(stoppedBefore('it began'));
  const set = process.env['SITESYNC_TOKEN'];
  // From here on, threads, libraries and child processes do not find the token in the environment.
  delete process.env['SITESYNC_TOKEN'];
  if (tokenStdin === true)
    return readToken(terminal.stdin, stopping, (line) => terminal.stderr.write(`${line}\n`));
  return ok(set?.trim() || null);
}

interface Given {
  readonly token: string | null;
  readonly ending: Ending;
  readonly scansSoon?: boolean;
}

/** Opens the program for one command. */
async function withProgram(
  options: CommonOptions,
  out: Output,
  { token, ending, scansSoon = false }: Given,
  work: Work,
): Promise<number> {
  const data = options.data ?? defaultDataDir();
  const disk = scansSoon ? (await import('../compose/ready-disk.ts')).readyDisk() : undefined;
  // Loads the engine, which is not needed for help, the version, or an unknown command.
  const { openProgram } = await import('../compose/compose.ts');
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
  if (!opened.ok) return out.error(withPlace(opened.failure, data));
  try {
    return await work(opened.value, out, token);
  } catch (error) {
    // The disk of the mirror itself failed: nothing goes on without it, and what was committed stays.
    return out.error(withPlace(thrownFailure(error), data));
  } finally {
    await opened.value.close();
  }
}

/** Adds the data folder to the message: the mirror does not know where it lies. */
function withPlace(failure: Failure, data: string): Failure {
  if (failure.message.includes(data) || failure.message === OUT_OF_FILES.message) return failure;
  return { ...failure, message: `${failure.message} The data folder is ${data}.` };
}

async function serve(options: ServeOptions, out: Output, { token, ending }: Given): Promise<number> {
  const given = {
    data: options.data,
    baseUrl: givenBaseUrl(options),
    token,
    port: options.port,
    open: options.open === true,
    verbose: options.verbose === true,
  };
  ending.takeFirstSignal();
  // Loaded last: the app behind a window takes longer to load than all other commands together.
  const { serveCommand } = await import('./commands/serve-command.ts');
  return serveCommand(given, out, ending.stopping);
}
