import type { Command, CommanderError } from 'commander';
import type { Failure } from '../../../../shared/failure.ts';
import { CATEGORIES } from '../../../../shared/model/category.ts';
import { FOR_HELP } from './usage.ts';

/** Joins words: “a, b or c”. */
const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' });

interface Takes {
  readonly what: string;
  /** As it is typed. */
  readonly example: string;
}

const aSite = 'the id or the name of a site, as “sitesync sites” lists it';
const aMoment = 'a day or a moment, in UTC unless it says another zone';
const aRate = 'bytes per second, 1k at least, or none';
const aTable = 'a file that the table is written to, or - for standard output';
const aFolder = 'a folder';

/** What each option and argument takes. Told to a person who gave it nothing, or something else. */
export const TAKES: Readonly<Record<string, Takes>> = {
  '--data': { what: aFolder, example: '--data ~/SiteSync-data' },
  '--base-url': { what: 'the address of the service', example: '--base-url https://data.example.com' },
  '--folder': { what: aFolder, example: '--folder ~/Sites/Harbour' },
  '--categories': {
    what: `all, none, or some of ${CATEGORIES.map(({ id }) => id).join(', ')}`,
    example: '--categories spec-sheet,bim-source',
  },
  '--root': { what: aFolder, example: '--root ~/Sites' },
  '--site': { what: aSite, example: '--site "Harbour House" or --site harbour-house' },
  '--up': { what: aRate, example: '--up 500k' },
  '--down': { what: aRate, example: '--down 2M' },
  '--port': { what: 'a number from 0 to 65535', example: '--port 8080' },
  '--restore': { what: 'a path, as “sitesync trash” lists it', example: '--restore Other/plan.pdf' },
  '--from': { what: aMoment, example: '--from 2026-03-29 or --from 2026-03-29T14:30:00+02:00' },
  '--to': { what: aMoment, example: '--to 2026-03-29 or --to 2026-03-29T14:30:00+02:00' },
  '--search': { what: 'words', example: '--search pump' },
  '--csv': { what: aTable, example: '--csv table.csv' },
  '--out': {
    what: 'a file that the model is copied to, or - for standard output',
    example: '--out tower.ifc',
  },
  '<site>': { what: aSite, example: '"Harbour House" or harbour-house' },
  '<sites>': { what: aSite, example: '"Harbour House" or harbour-house' },
  '<paths>': { what: 'files or folders, as “sitesync files SITE” lists them', example: 'Other/plan.pdf' },
  '<ids>': { what: 'ids of timeseries, as “sitesync points SITE” lists them', example: 'ahu-1.supply-temp' },
  '<model>': { what: 'the id of a model, as the service names it', example: 'tower' },
};

/** The given text is nothing that this option or argument takes. */
export function notTaken(name: string, given: string): Failure {
  return badInput(`${name} cannot be “${given}”.`, takes(name));
}

/**
 * A command that was not understood, in our own words: those of commander say neither what is taken nor how it looks.
 * `args`: what was typed after the program's name.
 */
export function misuse(error: CommanderError, cli: Command, args: readonly string[]): Failure {
  if (error.code === 'commander.help') return badInput('No command was named.', FOR_HELP);
  const said = error.message.replace(/^error: /, '');
  const [, name, near = ''] = /^unknown option '(.*?)'(?:\n\(Did you mean (.*)\?\))?$/s.exec(said) ?? [];
  if (name !== undefined) return noSuchOption(cli, args, name, near);
  for (const [pattern, words] of IN_OUR_WORDS) {
    const match = pattern.exec(said);
    if (match !== null) return words(...match.slice(1));
  }
  return badInput(`${said.charAt(0).toUpperCase()}${said.slice(1).split('\n')[0] ?? ''}.`, FOR_HELP);
}

const IN_OUR_WORDS: readonly (readonly [RegExp, (...parts: string[]) => Failure])[] = [
  [
    /^option '(--[\w-]+).*' argument missing$/,
    (name = '') => badInput(`What ${name} takes is missing.`, takes(name)),
  ],
  [
    /^missing required argument '(.*)'$/,
    (name = '') => badInput(`The argument <${name}> is missing.`, takes(`<${name}>`)),
  ],
  [
    /^option '(--[\w-]+).*?' argument '.*' is invalid\. (.*)$/s,
    (name = '', why = '') => badInput(`${name} ${why}`, takes(name)),
  ],
  [
    /^command-argument value '.*' is invalid for argument '(.*)'\. (.*)$/s,
    (name = '', why = '') => badInput(`<${name}> ${why}`, takes(`<${name}>`)),
  ],
  [
    /^unknown command '(.*?)'(?:\n\(Did you mean (.*)\?\))?$/s,
    (name = '', near = '') => badInput(`There is no command ${name}.${didYouMean(near)}`, FOR_HELP),
  ],
  [
    /^too many arguments.* but got \d+: (.*)\.$/s,
    (given = '') =>
      badInput(
        `That is more than the command takes: ${given}.`,
        `A name with spaces needs quotes. ${FOR_HELP}`,
      ),
  ],
  [
    /^option '(--[\w-]+).*' cannot be used with option '(--[\w-]+).*'$/,
    (one = '', other = '') =>
      badInput(`${one} and ${other} exclude each other.`, 'Leave one of the two out.'),
  ],
];

function noSuchOption(cli: Command, args: readonly string[], name: string, near: string): Failure {
  const [flag = ''] = name.split('=', 1);
  const takers = commandsOf(cli).filter(({ options }) => options.some(({ long }) => long === flag));
  const [taker] = takers.map((command) => wordsOf(command));
  if (taker === undefined)
    return badInput(
      `${args[0] === name ? 'There is' : 'This command has'} no option ${name}.${didYouMean(near)}`,
      near === '' && !name.startsWith('--') && args[0] !== name
        ? `${behindDashes(name)} ${FOR_HELP}`
        : FOR_HELP,
    );
  if (flag !== name) return badInput(`${flag} takes no value.`, `Write ${flag} alone.`);
  return badInput(
    `The option ${name} belongs behind: ${EITHER.format(takers.map((command) => `sitesync ${wordsOf(command)}`))}.`,
    `How it is used there, tells: sitesync help ${taker}`,
  );
}

/** Itself and all below it. */
function commandsOf(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(commandsOf)];
}

/** As it is typed behind the program's name. */
function wordsOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${wordsOf(parent)} ${command.name()}` : command.name();
}

/** Ids of sites and names of files may begin with a dash: says how to write those. */
function behindDashes(name: string): string {
  return `A name that begins with a dash goes to the end, behind two of them: -- ${name}.`;
}

function didYouMean(near: string): string {
  return near === '' ? '' : ` Did you mean ${near}?`;
}

function takes(name: string): string {
  const known = TAKES[name];
  return known === undefined ? FOR_HELP : `It takes ${known.what}, for example: ${known.example}`;
}

function badInput(message: string, hint: string): Failure {
  return { code: 'bad-input', message, hint, retry: 'on-change' };
}
