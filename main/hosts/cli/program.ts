import { resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { MirrorError } from '../../sync/ports/mirror-error.ts';
import { defaultDataDir, openProgram, type Program } from '../compose.ts';
import { VERSION } from '../version.ts';
import { signInCommand, signOutCommand } from './account-commands.ts';
import { Ending } from './ending.ts';
import { limitCommand, type LimitArguments } from './limit-command.ts';
import { EXIT, output, type Output } from './output.ts';
import { pauseCommand } from './pause-command.ts';
import type { SeriesArguments } from './series-command.ts';
import { filesCommand, followCommand, sitesCommand, unfollowCommand } from './site-commands.ts';
import {
  activityCommand,
  conflictsCommand,
  doctorCommand,
  problemsCommand,
  retryCommand,
  trashCommand,
} from './state-commands.ts';
import { statusCommand } from './status-command.ts';
import type { SyncArguments } from './sync-command.ts';

interface CommonOptions {
  readonly data?: string;
  readonly baseUrl?: string;
  readonly tokenStdin?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Whoever starts the program hands over what it was told by until then. */
export const ending = new Ending();
let status: number = EXIT.inSync;

function command(parent: Command, name: string, summary: string): Command {
  return parent
    .command(name)
    .summary(summary)
    .description(summary)
    .option('--data <dir>', 'folder of the database and the settings', path)
    .option('--base-url <url>', 'address of the service (or SITESYNC_BASE_URL)')
    .option('--token-stdin', 'read the token from standard input (or set SITESYNC_TOKEN)')
    .option('--json', 'one JSON object on stdout, logs on stderr')
    .option('--quiet', 'only errors')
    .option('--verbose', 'log every request on stderr');
}

/** Opens the program for one command and closes it whatever happens. */
async function run(
  options: CommonOptions,
  work: (program: Program, out: Output, token: string | null) => Promise<number> | number,
): Promise<void> {
  const out = output(options.json === true, options.quiet === true);
  const given = await givenToken(options);
  if (!given.ok) {
    status = out.error(given.failure, given.failure.hint);
    return;
  }
  const token = given.value;
  const data = options.data ?? defaultDataDir();
  const opened = await openProgram({
    data,
    baseUrl: givenBaseUrl(options),
    token,
    signal: ending.breaking,
    stopping: ending.stopping,
    log: options.verbose === true ? out.log : () => undefined,
    warn: out.log,
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
  if (failure.message.includes(data)) return failure;
  return { ...failure, message: `${failure.message} The data folder is ${data}.` };
}

/** `serve` opens the program itself: people sign in and out while it runs. */
async function serve(
  options: CommonOptions & { readonly port: number; readonly open?: boolean },
): Promise<void> {
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
  };
  ending.takeFirstSignal();
  // The app behind a window takes longer to load than all the other commands together.
  const { serveCommand } = await import('./serve-command.ts');
  status = await serveCommand(given, out, ending.stopping);
}

/** A variable that is set to nothing is not set. */
function givenBaseUrl(options: CommonOptions): string | null {
  return options.baseUrl ?? (process.env['SITESYNC_BASE_URL'] || null);
}

/** Null where there is none. Where one was to come on standard input and did not, no other stands in for it. */
async function givenToken({ tokenStdin }: CommonOptions): Promise<Result<string | null>> {
  // Told to end before it began, it begins nothing.
  if (ending.stopping.aborted) return fail(stoppedBefore('it began'));
  if (tokenStdin === true) return readToken();
  return ok(process.env['SITESYNC_TOKEN']?.trim() || null);
}

async function readToken(): Promise<Result<string>> {
  let text = '';
  try {
    for await (const chunk of addAbortSignal(ending.stopping, process.stdin)) text += String(chunk);
  } catch (error) {
    if (!ending.stopping.aborted) throw error;
    return fail(stoppedBefore('the token came'));
  }
  return text.trim() === '' ? fail(noToken()) : ok(text.trim());
}

function stoppedBefore(what: string): Failure {
  return {
    code: 'cancelled',
    message: `Stopped before ${what}.`,
    hint: 'Nothing was done. Run the command again when you want it.',
    retry: 'now',
  };
}

function noToken(): Failure {
  return {
    code: 'bad-input',
    message: 'No token came on standard input.',
    hint: 'Hand it over through a pipe or from a file: sitesync … --token-stdin < FILE',
    retry: 'on-change',
  };
}

function port(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (number > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return number;
}

/** From where the command runs. Of a script whose variable is not set the text is empty, which would be that very folder. */
function path(text: string): string {
  if (text === '') throw new InvalidArgumentError('It names no place.');
  return resolve(text);
}

/** Nothing has an empty name: that is a script's variable that is not set. */
function named(text: string): string {
  if (text === '') throw new InvalidArgumentError('It names nothing.');
  return text;
}

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

const HELP = `
First steps:
  sitesync sign-in --base-url https://data.example.com --token-stdin
  sitesync sites
  sitesync follow SITE
  sitesync sync --watch

Every command takes --data, --base-url, --json, --quiet and --verbose; "sitesync help COMMAND" tells of the others.

Exit status: 0 in sync · 1 problems or held · 2 usage · 3 sign-in refused · 4 service not reached`;

/** Commander has told the person on stderr; a script gets its object too. */
function misused(message: string): number {
  if (!process.argv.includes('--json')) return EXIT.usage;
  const [line = ''] = message.replace(/^error: /, '').split('\n');
  return output(true, false).error({
    code: 'bad-input',
    message: `${line.charAt(0).toUpperCase()}${line.slice(1)}${line.endsWith('.') ? '' : '.'}`,
    hint: 'Run "sitesync --help" for what there is.',
    retry: 'on-change',
  });
}

/** What only one command needs is loaded by it: a look at the status must not wait for the parts that sync. */
function build(): Command {
  const cli = new Command('sitesync')
    .description(
      'Keeps building-site files on this computer in step with a Site Data Service, offline included.',
    )
    .version(VERSION)
    .showHelpAfterError('Run "sitesync --help" for what there is.')
    .exitOverride()
    .addHelpText('after', HELP);

  command(cli, 'sign-in', 'check the token with the service and keep it in the keychain').action(
    (options: CommonOptions) => run(options, signInCommand),
  );
  command(cli, 'sign-out', 'forget the token; files stay').action((options: CommonOptions) =>
    run(options, (program, out) => signOutCommand(program, out, options.baseUrl ?? null)),
  );
  command(cli, 'sites', 'list the sites of the service').action((options: CommonOptions) =>
    run(options, sitesCommand),
  );
  command(cli, 'follow', 'keep a site on this computer')
    .argument('<site>', 'id of the site')
    .option('--folder <dir>', 'where to keep it', path)
    .option('--categories <list>', 'categories to keep, with commas; all, or none (on demand)')
    .action((site: string, options: CommonOptions & { folder?: string; categories?: string }) =>
      run(options, (program, out) => followCommand(program, out, site, options)),
    );
  command(cli, 'unfollow', 'keep a site in step no longer; its files stay')
    .argument('<site>', 'id of the site')
    .action((site: string, options: CommonOptions) =>
      run(options, (program, out) => unfollowCommand(program, out, site)),
    );
  command(cli, 'status', 'how the sites stand, without asking the service').action((options: CommonOptions) =>
    run(options, statusCommand),
  );
  command(cli, 'problems', 'what does not work, why, and what to do').action((options: CommonOptions) =>
    run(options, problemsCommand),
  );
  command(cli, 'activity', 'what was done, newest first').action((options: CommonOptions) =>
    run(options, activityCommand),
  );
  command(cli, 'retry', 'try everything again with the next sync').action((options: CommonOptions) =>
    run(options, retryCommand),
  );
  command(cli, 'conflicts', 'conflict copies that are still there').action((options: CommonOptions) =>
    run(options, conflictsCommand),
  );
  command(cli, 'trash', 'what a sync replaced or removed, kept for 30 days')
    .option('--restore <path>', 'put one back', named)
    .action((options: CommonOptions & { restore?: string }) =>
      run(options, (program, out) => trashCommand(program, out, options.restore)),
    );
  command(cli, 'doctor', 'check this installation').action((options: CommonOptions) =>
    run(options, doctorCommand),
  );
  command(cli, 'sync', 'bring the followed sites in step')
    .option('--root <dir>', 'folder in which each site has its own', path)
    .addOption(
      new Option('--site <id>', 'only this site; may be repeated')
        .argParser(collect)
        .default([], 'all that are kept'),
    )
    .addOption(new Option('--once', 'one sync, then end (the default)').conflicts('watch'))
    .option('--watch', 'stay, and sync on every change')
    .option('--confirm-deletes', 'say yes to the deletes that are held')
    .action((options: CommonOptions & SyncArguments & { once?: boolean }) =>
      run(options, async (program, out, token) => {
        const { syncCommand } = await import('./sync-command.ts');
        return syncCommand(program, out, options, token);
      }),
    );
  command(cli, 'files', 'the files of a site, and which of them are here')
    .argument('<site>', 'id of the site')
    .action((site: string, options: CommonOptions) =>
      run(options, (program, out) => filesCommand(program, out, site)),
    );
  command(cli, 'series', 'timeseries of a site, kept here for the time without a network')
    .argument('<site>', 'id of the site')
    .argument('<ids...>', 'ids of the timeseries')
    .option('--from <iso>', 'first moment; a week before the end where left out')
    .option('--to <iso>', 'end, not included; now where left out')
    .option('--csv <file>', 'write a table: UTC, site time, one column per series', path)
    .action((site: string, ids: string[], options: CommonOptions & Omit<SeriesArguments, 'site' | 'ids'>) =>
      run(options, async (program, out) => {
        const { seriesCommand } = await import('./series-command.ts');
        return seriesCommand(program, out, { ...options, site, ids });
      }),
    );
  command(cli, 'points', 'equipment and points, from the datamodels of a site that are here')
    .argument('<site>', 'id of the site')
    .option('--search <words>', 'only points with these words', '')
    .action((site: string, options: CommonOptions & { search: string }) =>
      run(options, async (program, out) => {
        const { pointsCommand } = await import('./points-command.ts');
        return pointsCommand(program, out, site, options.search);
      }),
    );
  command(cli, 'health', 'which points have data, are silent, unknown or named twice')
    .argument('<site>', 'id of the site')
    .option('--csv <file>', 'write every point with its health to this table', path)
    .action((site: string, options: CommonOptions & { csv?: string }) =>
      run(options, async (program, out) => {
        const { healthCommand } = await import('./health-command.ts');
        return healthCommand(program, out, site, options.csv);
      }),
    );
  command(cli, 'pause', 'leave a site, or all, out of syncs for now')
    .argument('[site]', 'id of the site')
    .action((site: string | undefined, options: CommonOptions) =>
      run(options, (program, out) => pauseCommand(program, out, site, true)),
    );
  command(cli, 'resume', 'take a paused site, or all, into syncs again')
    .argument('[site]', 'id of the site')
    .action((site: string | undefined, options: CommonOptions) =>
      run(options, (program, out) => pauseCommand(program, out, site, false)),
    );
  command(cli, 'limit', 'how fast files are sent and fetched; shows it where nothing is given')
    .option('--up <rate>', 'bytes per second: 500k, 2M, or none')
    .option('--down <rate>', 'the same, for what is fetched')
    .action((options: CommonOptions & LimitArguments) =>
      run(options, (program, out) => limitCommand(program, out, options)),
    );
  command(cli, 'serve', 'the app in a browser on this computer')
    .option('--port <n>', 'port on 127.0.0.1; any free one where left out', port, 0)
    .option('--open', 'open the browser too')
    .action((options: CommonOptions & { port: number; open?: boolean }) => serve(options));

  const model = cli.command('model').description('site models: one way, from the service to this computer');
  command(model, 'pull', 'bring a model to this computer')
    .argument('<site>', 'id of the site')
    .argument('<model>', 'id of the model')
    .option('--out <file>', 'copy it there as well', path)
    .action((site: string, id: string, options: CommonOptions & { out?: string }) =>
      run(options, async (program, out) => {
        const { modelPullCommand } = await import('./model-commands.ts');
        return modelPullCommand(program, out, site, id, options.out);
      }),
    );
  return cli;
}

/** Runs the command that the process was started with, and sets its exit status. */
export async function runCommand(): Promise<void> {
  try {
    await build().parseAsync(process.argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    status = error.exitCode === 0 ? EXIT.inSync : misused(error.message);
  }
  ending.over();
  // Where what it says could not be said, that has been told already.
  process.exitCode ??= status;
}
