import { join, resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { homeFolder } from '../../folders/home-folder.ts';

/** Where a command was misused and nothing better can be said. */
export const FOR_HELP = 'Run "sitesync --help" for all there is, "sitesync help COMMAND" for one command.';

/** What stands below the list of commands, in lines that fit a terminal. */
export const FIRST_STEPS = `
First steps:
  sitesync sign-in --base-url https://data.example.com --token-stdin
  sitesync sites
  sitesync follow SITE
  sitesync sync --watch

Every command takes --data, --base-url, --token-stdin, --json, --quiet and
--verbose; "sitesync help COMMAND" tells of the others.

Exit status: 0 in sync · 1 problems or held · 2 usage · 3 sign-in refused
             4 service not reached`;

/**
 * What an option or an argument names. In a script whose variable is not set it is empty, and where it was forgotten the
 * next option stands in its place: neither names anything, and nobody means a folder called `--json`. The words of the
 * error go on from the name of the option (see `misuse`).
 */
export function named(text: string): string {
  if (text === '') throw new InvalidArgumentError('is empty: it names nothing.');
  if (text.startsWith('--'))
    throw new InvalidArgumentError(`cannot be the option ${text}: what was to be named is missing.`);
  return text;
}

/** The same, for what may be given several times. */
export function allNamed(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, named(text)];
}

/** A place, from where the command runs. A shell leaves `~/` as it is within quotes and behind a sign of equality. */
export function path(text: string): string {
  const below = /^~(?:[/\\]|$)/.exec(named(text));
  return below === null ? resolve(text) : join(homeFolder(), text.slice(below[0].length));
}

export function port(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (number > 65_535) throw new InvalidArgumentError(`cannot be “${text}”.`);
  return number;
}

/** `help [COMMAND…]`: commander's own says nothing of a command that is not there. */
export function addHelp(cli: Command): void {
  cli
    .command('help')
    .summary('how a command is used')
    .description('how a command is used')
    .argument('[command...]')
    // Whoever adds it to each command gets no error for it.
    .addOption(new Option('--json').hideHelp())
    .action((words: readonly string[]) => commandAt(cli, words).outputHelp());
}

function commandAt(parent: Command, [word, ...more]: readonly string[]): Command {
  if (word === undefined) return parent;
  const next = parent.commands.find((command) => command.name() === word);
  return next === undefined ? parent.error(`unknown command '${word}'`) : commandAt(next, more);
}
