import { isAbsolute, join, parse, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { STDOUT } from '../terminal.ts';
import { homeFolder } from '../../folders/home-folder.ts';

/** The hint for a misused command if nothing better can be said. */
export const FOR_HELP = 'Run "sitesync --help" for all there is, "sitesync help COMMAND" for one command.';

/** Printed below the list of commands, in lines that fit a terminal. */
export const FIRST_STEPS = `
First steps:
  sitesync sign-in --base-url https://data.example.com --token-stdin
  sitesync sites
  sitesync follow SITE
  sitesync sync --watch

SITE is the id of a site, or its name in quotes: "Harbour House".
Every command takes the options above, before its name or behind it;
"sitesync help COMMAND" tells of its own.

Exit status: 0 in sync · 1 problems or held · 2 usage · 3 sign-in refused
             4 service not reached`;

/**
 * Checks the value of an option or argument. It is empty if a script's variable is not set; and if it was forgotten,
 * the next option stands in its place. Both are refused: nobody means a folder called `--json`. The words of the error
 * follow the name of the option (see `misuse`).
 */
export function named(text: string): string {
  if (text === '') throw new InvalidArgumentError('is empty: it names nothing.');
  if (text.startsWith('--'))
    throw new InvalidArgumentError(`cannot be the option ${text}: what was to be named is missing.`);
  return text;
}

/** As `named`, for what may be given several times. */
export function allNamed(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, named(text)];
}

/** A path, relative to where the command runs. Shells leave `~/` as it is within quotes and after `=`. */
export function path(text: string): string {
  const below = /^~(?:[/\\]|$)/.exec(named(text));
  if (below !== null) return join(homeFolder(), text.slice(below[0].length));
  if (!isAbsolute(text) && isHereGone())
    throw new InvalidArgumentError(
      `cannot be “${text}”: the folder in which the command runs is not there any more, so give a whole path.`,
    );
  return resolve(text);
}

/** As `path`; a dash alone stays, since it names standard output. */
export function outFile(text: string): string {
  return text === STDOUT ? text : path(text);
}

/** As that of a terminal whose folder a sync, or a person, moved to the trash meanwhile. */
function isHereGone(): boolean {
  try {
    process.cwd();
    return false;
  } catch {
    return true;
  }
}

/** No thread can be started in a folder that is gone. To be called once all paths are known. */
export function leaveGoneFolder(): void {
  if (isHereGone()) process.chdir(parse(process.execPath).root);
}

export function port(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (number > 65_535) throw new InvalidArgumentError(`cannot be “${text}”.`);
  return number;
}

/** `help [COMMAND…]`: commander's own says nothing about a command that does not exist. */
export function addHelp(cli: Command): void {
  cli
    .command('help')
    .summary('how a command is used')
    .description('how a command is used')
    .argument('[command...]')
    .action((words: readonly string[]) => commandAt(cli, words).outputHelp());
}

function commandAt(parent: Command, [word, ...more]: readonly string[]): Command {
  if (word === undefined) return parent;
  const next = parent.commands.find((command) => command.name() === word);
  return next === undefined ? parent.error(`unknown command '${word}'`) : commandAt(next, more);
}
