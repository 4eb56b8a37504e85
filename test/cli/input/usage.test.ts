import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { CommanderError, type Command } from 'commander';
import { buildCommands } from '../../../main/hosts/cli/commands.ts';
import { misuse, TAKES } from '../../../main/hosts/cli/input/misuse.ts';
import { readToken, type TokenSource } from '../../../main/hosts/cli/input/token.ts';
import { FIRST_STEPS, FOR_HELP, path } from '../../../main/hosts/cli/input/usage.ts';

const nothing = { run: async () => undefined, serve: async () => undefined };
const silent = { writeOut: () => undefined, writeErr: () => undefined };

/** Itself and all below it. */
function commandsOf(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(commandsOf)];
}

describe('the help', () => {
  it('fits a terminal of 80 columns', () => {
    const texts = commandsOf(buildCommands(nothing, silent)).map((command) => command.helpInformation());
    const lines = [...texts, FIRST_STEPS, FOR_HELP].flatMap((text) => text.split('\n'));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it.each([
    ['help', 'Usage: sitesync [options] [command]'],
    ['help sync', 'Usage: sitesync sync [options] [sites...]'],
    ['help model pull', 'Usage: sitesync model pull [options] <site> <model>'],
  ])('of "%s" says how it is used', async (words, first) => {
    const writeOut = vi.fn<(text: string) => void>();
    await buildCommands(nothing, { ...silent, writeOut }).parseAsync(words.split(' '), { from: 'user' });
    expect(writeOut.mock.calls.join('')).toContain(first);
  });
});

it.each([
  ['~/Sites/Harbour', join(homedir(), 'Sites/Harbour')],
  ['~', homedir()],
  ['./~/Sites', resolve('~/Sites')],
  ['~harbour', resolve('~harbour')],
  ['/data/~/x', resolve('/data/~/x')],
])('the place %s is %s, whether a shell has read it or not', (text, place) => expect(path(text)).toBe(place));

/** What is said of a command that is not understood. */
async function saidOf(...words: readonly string[]): Promise<string> {
  const cli = buildCommands(nothing, silent);
  try {
    await cli.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const { message, hint } = misuse(error, cli, words);
    return `${message} ${hint}`;
  }
  return expect.unreachable();
}

it.each([
  '--data x --json sync --once',
  'sync --once --data x --json',
  '--json sync --data y --once --data x',
  '--json model pull a b --data x',
])('what every command takes goes before its name or behind it: %s', async (words) => {
  const run = vi.fn<(options: object) => Promise<void>>(async () => undefined);
  await buildCommands({ ...nothing, run }, silent).parseAsync(words.split(' '), { from: 'user' });
  expect(run.mock.calls[0]?.[0]).toMatchObject({ data: resolve('x'), json: true });
});

describe('a command that is not understood', () => {
  it('is answered with what each option and argument takes, and an example', () => {
    const all = commandsOf(buildCommands(nothing, silent)).flatMap((command) => [
      ...command.options.filter((option) => option.required).map((option) => option.long ?? ''),
      ...command.registeredArguments.map((argument) => `<${argument.name()}>`),
    ]);
    // What is helped with may be left out, and a word that is no command is told as that.
    const taking = new Set(all.filter((name) => name !== '<command>'));
    expect([...taking].toSorted()).toEqual(Object.keys(TAKES).toSorted());
    for (const name of taking) expect(TAKES[name]?.example, name).toMatch(name.startsWith('--') ? name : /./);
  });

  it.each([
    [
      ['follow', 'x', '--folder'],
      'What --folder takes is missing. It takes a folder, for example: --folder ~/S',
    ],
    [
      ['follow', 'x', '--folder', '--categories', 'all'],
      '--folder cannot be the option --categories: what was to be named is m',
    ],
    [
      ['--data', '--json', 'status'],
      '--data cannot be the option --json: what was to be named is missing. It takes a folder, for example: --d',
    ],
    [
      ['points', 'x', '--search', '--data', '/tmp'],
      'What --search takes is missing. It takes words, for example: --s',
    ],
    [
      ['points', 'x', '--search', ''],
      '--search is empty: it names nothing. It takes words, for example: --s',
    ],
    [['sync', '--data='], '--data is empty: it names nothing. It takes a folder, for example: --data ~/'],
    [
      ['serve', '--port', '70000'],
      '--port cannot be “70000”. It takes a number from 0 to 65535, for example: --port 8080',
    ],
    [['serve', '--port', "it's"], "--port cannot be “it's”. It takes a number"],
    [
      ['follow'],
      'The argument <site> is missing. It takes the id or the name of a site, as “sitesync sites” lists it, for',
    ],
    [['series', 'x'], 'The argument <ids> is missing. It takes ids of timeseries'],
    [['series', 'x', ''], '<ids> is empty: it names nothing. It takes ids of timeseries'],
    [['sync', '--wach'], 'This command has no option --wach. Did you mean --watch?'],
    [
      ['files', '-4th-floor'],
      'This command has no option -4th-floor. A name that begins with a dash goes to the end, behind two of them: -- -4th-floor.',
    ],
    [['-v'], 'There is no option -v. Run "sitesync --help"'],
    [
      ['--once', 'sync'],
      'The option --once belongs behind: sitesync sync. How it is used there, tells: sitesync help sync',
    ],
    [
      ['model', 'pull', 'x', 'y', '--csv', 'z'],
      'The option --csv belongs behind: sitesync files, sitesync series or sitesync health. How it is used there, tells: sitesync help files',
    ],
    [['status', '--out', 'x'], 'The option --out belongs behind: sitesync model pull. How'],
    [['status', '--json=true'], '--json takes no value. Write --json alone.'],
    [['--data', 'x'], 'No command was named. Run "sitesync --help"'],
    [['model'], 'No command was named. Run "sitesync --help"'],
    [['synk'], 'There is no command synk. Did you mean sync? Run "sitesync --help"'],
    [['help', 'synk'], 'There is no command synk. Run "sitesync --help"'],
    [
      ['follow', 'Harbour', 'House'],
      'That is more than the command takes: Harbour, House. A name with spaces needs quotes.',
    ],
    [['sync', '--once', '--watch'], '--once and --watch exclude each other. Leave one of the two out.'],
  ])('is answered with what is wrong: %j', async (words, said) => {
    expect((await saidOf(...words)).slice(0, said.length)).toBe(said);
  });
});

describe('a token on standard input', () => {
  const { signal } = new AbortController();

  it.each([
    ['pasted', ['the-token\n'], 'the-token'],
    ['typed key by key', [...Array.from('the-token'), '\r'], 'the-token'],
    ['corrected', ['thf\u007fe-tol', '\b', 'ken\r'], 'the-token'],
    ['typed anew', ['wrong\u0015the-token\r'], 'the-token'],
    ['given up', ['the-tok\u0003'], null],
  ])('is one line of a person, which the terminal does not show: %s', async (_, keys, expected) => {
    const stdin = new PassThrough();
    const modes: boolean[] = [];
    // A closed one can tell its terminal nothing.
    const setRawMode = (on: boolean): unknown => !stdin.destroyed && modes.push(on);
    const terminal: TokenSource = Object.assign(stdin, { isTTY: true, setRawMode });
    const asked: string[] = [];
    const token = readToken(terminal, signal, (line) => asked.push(line));
    for (const key of keys) stdin.write(key);
    if (expected === null) expect(await token).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    else expect(await token).toEqual({ ok: true, value: expected });
    expect(asked).toEqual(['Paste the token and press Enter. It is not shown.']);
    expect(modes).toEqual([true, false]);
  });

  it('is all of a pipe, and then nobody is asked', async () => {
    const pipe = new PassThrough();
    const token = readToken(pipe, signal, () => expect.unreachable());
    pipe.end('the-token\n\n');
    expect(await token).toEqual({ ok: true, value: 'the-token' });
  });

  it.each([
    ['of Windows, with a mark before it', '\ufeffthe-token\r\n', 'utf8'],
    ['of the PowerShell of Windows', '\ufeffthe-token\r\n', 'utf16le'],
  ] as const)('may come from a file %s', async (_, text, encoding) => {
    // Character by character, as a pipe may break it up.
    const pieces = [...Buffer.from(text, encoding)].map((byte) => Buffer.from([byte]));
    expect(await readToken(Readable.from(pieces), signal, () => undefined)).toEqual({
      ok: true,
      value: 'the-token',
    });
  });

  it('is none where it cannot be read, and where it has no end it is given up', async () => {
    const broken = new PassThrough();
    const token = readToken(broken, signal, () => undefined);
    broken.destroy(new Error('EBADF'));
    expect(await token).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1_000_000);
      })(),
    );
    expect(await readToken(endless, signal, () => undefined)).toMatchObject({ ok: false });
  });
});
