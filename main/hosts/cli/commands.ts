import { Command, Option } from 'commander';
import type { Program } from '../compose/compose.ts';
import { VERSION } from '../version.ts';
import { signInCommand, signOutCommand } from './commands/account-commands.ts';
import { limitCommand, type LimitArguments } from './commands/limit-command.ts';
import type { Output } from './output/output.ts';
import { choiceOf, keepCommand, type KeepOptions } from './commands/keep-command.ts';
import { pauseCommand } from './commands/pause-command.ts';
import type { SeriesArguments } from './commands/series-command.ts';
import { filesCommand, type FilesOptions } from './commands/files-command.ts';
import { followCommand, sitesCommand, unfollowCommand } from './commands/site-commands.ts';
import { statusCommand } from './commands/status-command.ts';
import type { SyncArguments } from './commands/sync-command.ts';
import { activityCommand } from './commands/activity-command.ts';
import { conflictsCommand } from './commands/conflicts-command.ts';
import { doctorCommand } from './commands/doctor-command.ts';
import { problemsCommand } from './commands/problems-command.ts';
import { retryCommand } from './commands/retry-command.ts';
import { trashCommand } from './commands/trash-command.ts';
import { addHelp, allNamed, FIRST_STEPS, named, outFile, path, port } from './input/usage.ts';

/** What every command takes. */
export interface CommonOptions {
  readonly data?: string;
  readonly baseUrl?: string;
  readonly tokenStdin?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Carries out one command with the opened program; its number is the exit status. */
export type Work = (program: Program, out: Output, token: string | null) => Promise<number> | number;

export interface ServeOptions extends CommonOptions {
  readonly port: number;
  readonly open?: boolean;
}

/** How a command that was understood is carried out. */
export interface Runner {
  /** Opens the program for one command and closes it whatever happens. */
  readonly run: (options: CommonOptions, work: Work, more?: { readonly scansSoon: boolean }) => Promise<void>;
  /** `serve` opens the program itself, since people sign in and out while it runs. */
  readonly serve: (options: ServeOptions) => Promise<void>;
}

/** A variable that is set to nothing is not set. */
export function givenBaseUrl({ baseUrl }: CommonOptions): string | null {
  return baseUrl ?? (process.env['SITESYNC_BASE_URL'] || null);
}

/** Where help and version are written. */
export type Shown = Readonly<Record<'writeOut' | 'writeErr', (text: string) => void>>;

/** All commands. Each loads its own parts when it runs: `status` must not wait for the parts that sync. */
export function buildCommands(runner: Runner, shown: Shown): Command {
  const cli = new Command('sitesync')
    .description(
      'Keeps building-site files on this computer in step with a Site Data Service, offline included.',
    )
    .version(VERSION)
    // What every command takes, before its name or behind it.
    .option('--data <dir>', 'folder of the database and the settings', path)
    .option('--base-url <url>', 'address of the service (or SITESYNC_BASE_URL)', named)
    .option('--token-stdin', 'read the token from standard input (or set SITESYNC_TOKEN)')
    .option('--json', 'one JSON object on stdout, logs on stderr')
    .option('--quiet', 'only what needs a person, on stderr')
    .option('--verbose', 'log every request on stderr')
    .configureHelp({ showGlobalOptions: true })
    .hook('preAction', (_, asked) => {
      for (const [name, value] of Object.entries(cli.opts())) asked.setOptionValue(name, value);
    })
    // Commander says nothing about a misused command: whoever catches the error does.
    .configureOutput({ outputError: () => undefined, ...shown })
    .exitOverride()
    .addHelpText('after', FIRST_STEPS);
  addAccount(cli, runner);
  addSites(cli, runner);
  addSync(cli, runner);
  addState(cli, runner);
  addData(cli, runner);
  addHelp(cli);
  return cli;
}

function command(parent: Command, name: string, summary: string): Command {
  return parent.command(name).summary(summary).description(summary);
}

const A_SITE = 'id of the site, or its name';

function ofSite(parent: Command, name: string, summary: string): Command {
  return command(parent, name, summary).argument('<site>', A_SITE, named);
}

function addAccount(cli: Command, { run }: Runner): void {
  command(cli, 'sign-in', 'check the token with the service and keep it in the keychain').action(
    (options: CommonOptions) => run(options, signInCommand),
  );
  command(cli, 'sign-out', 'forget the token; files stay').action((options: CommonOptions) =>
    run(options, (program, out, token) => signOutCommand(program, out, givenBaseUrl(options), token)),
  );
}

/** Which sites are kept here, and where. */
function addSites(cli: Command, { run }: Runner): void {
  command(cli, 'sites', 'list the sites of the service').action((options: CommonOptions) =>
    run(options, (program, out) => sitesCommand(program, out, givenBaseUrl(options))),
  );
  ofSite(cli, 'follow', 'keep a site on this computer')
    .option('--folder <dir>', 'where to keep it', path)
    .option('--categories <list>', 'categories to keep, with commas; all, or none (on demand)', named)
    .action((site: string, options: CommonOptions & { folder?: string; categories?: string }) =>
      run(options, (program, out) => followCommand(program, out, site, options)),
    );
  ofSite(cli, 'unfollow', 'stop keeping a site here; its files stay').action(
    (site: string, options: CommonOptions) =>
      run(options, (program, out) => unfollowCommand(program, out, site)),
  );
  ofSite(cli, 'keep', 'keep single files or folders of a site here, or on the service only')
    .argument('<paths...>', 'paths, as "sitesync files" lists them', allNamed)
    .addOption(
      new Option('--online-only', 'on the service only, once they are in step').conflicts('asCategory'),
    )
    .option('--as-category', 'as the category of each is kept again')
    .action((site: string, paths: string[], options: CommonOptions & KeepOptions) =>
      run(options, (program, out) => keepCommand(program, out, site, paths, choiceOf(options))),
    );
  for (const [name, summary] of [
    ['pause', 'leave a site, or all, out of syncs for now'],
    ['resume', 'take a paused site, or all, into syncs again'],
  ] as const)
    command(cli, name, summary)
      .argument('[site]', A_SITE, named)
      .action((site: string | undefined, options: CommonOptions) =>
        run(options, (program, out) => pauseCommand(program, out, site, name === 'pause')),
      );
}

function addSync(cli: Command, { run, serve }: Runner): void {
  command(cli, 'sync', 'bring the followed sites in step')
    .argument('[sites...]', 'as --site', allNamed)
    .option('--root <dir>', 'folder in which each site has its own', path)
    .addOption(
      new Option('--site <site>', 'only the site of this id or name; may be repeated')
        .argParser(allNamed)
        .default([], 'all that are kept'),
    )
    .addOption(new Option('--once', 'one sync, then end (the default)').conflicts('watch'))
    .option('--watch', 'stay, and sync on every change')
    .option('--confirm-deletes', 'say yes to the deletes that are held')
    .addOption(
      new Option('--undo-deletes', 'take back the deletes that are held').conflicts('confirmDeletes'),
    )
    .action((sites: readonly string[] = [], options: CommonOptions & SyncArguments) =>
      run(
        options,
        async (program, out, token) => {
          const { syncCommand } = await import('./commands/sync-command.ts');
          const site = [...sites, ...options.site];
          return syncCommand(program, out, { ...options, site }, token);
        },
        { scansSoon: true },
      ),
    );
  command(cli, 'limit', 'how fast files are sent and fetched; shows it where nothing is given')
    .option('--up <rate>', 'bytes per second: 500k, 2M, or none', named)
    .option('--down <rate>', 'the same, for what is fetched', named)
    .action((options: CommonOptions & LimitArguments) =>
      run(options, (program, out) => limitCommand(program, out, options)),
    );
  command(cli, 'serve', 'the app in a browser on this computer')
    .option('--port <n>', 'port on 127.0.0.1; any free one where left out', port, 0)
    .option('--open', 'open the browser too')
    .action((options: ServeOptions) => serve(options));
}

/** What was done, what waits and why, from what is known here. */
function addState(cli: Command, { run }: Runner): void {
  command(cli, 'status', 'how the sites stand, without asking the service').action((options: CommonOptions) =>
    run(options, statusCommand),
  );
  command(cli, 'problems', 'what does not work, why, and what to do').action((options: CommonOptions) =>
    run(options, problemsCommand),
  );
  command(cli, 'retry', 'try everything again with the next sync').action((options: CommonOptions) =>
    run(options, retryCommand),
  );
  command(cli, 'conflicts', 'conflict copies that are still there').action((options: CommonOptions) =>
    run(options, conflictsCommand),
  );
  command(cli, 'trash', 'what a sync replaced or removed, kept for 30 days')
    .option('--restore <path>', 'put back a file, or all of a folder', named)
    .action((options: CommonOptions & { restore?: string }) =>
      run(options, (program, out) => trashCommand(program, out, options.restore)),
    );
  command(cli, 'activity', 'what was done, newest first').action((options: CommonOptions) =>
    run(options, activityCommand),
  );
  command(cli, 'doctor', 'check this installation').action((options: CommonOptions) =>
    run(options, doctorCommand),
  );
}

/** What a site holds: files, models, points and their timeseries. */
function addData(cli: Command, { run }: Runner): void {
  ofSite(cli, 'files', 'the files of a site, and which of them are here')
    .option(
      '--csv <file>',
      'write the list with the SHA-256 of each file to this table (- to stdout)',
      outFile,
    )
    .option('--waiting', 'only those that wait: to be sent, fetched or compared, or for your yes')
    .action((site: string, options: CommonOptions & FilesOptions) =>
      run(options, (program, out) => filesCommand(program, out, site, options)),
    );
  ofSite(cli, 'series', 'timeseries of a site, kept here for the time without a network')
    .argument('<ids...>', 'ids of the timeseries', allNamed)
    .option('--from <iso>', 'first moment; a week before the end where left out', named)
    .option('--to <iso>', 'end, not included; now where left out', named)
    .option('--again', 'ask for all of it, also what is here: the service may have corrected it')
    .option('--csv <file>', 'write a table (- to stdout): UTC, site time, one column per series', outFile)
    .action(
      (
        site: string,
        ids: string[],
        options: CommonOptions & Omit<SeriesArguments, 'site' | 'ids' | 'service'>,
      ) =>
        run(options, async (program, out) => {
          const { seriesCommand } = await import('./commands/series-command.ts');
          return seriesCommand(program, out, { ...options, site, ids, service: givenBaseUrl(options) });
        }),
    );
  ofSite(cli, 'points', 'equipment and points, from the datamodels of a site that are here')
    .option('--search <words>', 'only points with these words', named)
    .action((site: string, options: CommonOptions & { search?: string }) =>
      run(options, async (program, out) => {
        const { pointsCommand } = await import('./commands/points-command.ts');
        return pointsCommand(program, out, site, options.search ?? '');
      }),
    );
  ofSite(cli, 'health', 'which points have data, are silent, unknown or named twice')
    .option('--csv <file>', 'write every point with its health to this table (- to stdout)', outFile)
    .action((site: string, options: CommonOptions & { csv?: string }) =>
      run(options, async (program, out) => {
        const { healthCommand } = await import('./commands/health-command.ts');
        return healthCommand(program, out, site, {
          csv: options.csv ?? null,
          service: givenBaseUrl(options),
        });
      }),
    );
  const model = cli
    .command('model')
    .helpCommand(false)
    .description('site models: one way, from the service to this computer');
  ofSite(model, 'pull', 'bring a model to this computer')
    .argument('<model>', 'id of the model', named)
    .option('--out <file>', 'copy it there as well (- to stdout)', outFile)
    .action((site: string, id: string, options: CommonOptions & { out?: string }) =>
      run(options, async (program, out) => {
        const { modelPullCommand } = await import('./commands/model-commands.ts');
        return modelPullCommand(program, out, site, id, options.out ?? null);
      }),
    );
}
