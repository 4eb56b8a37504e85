import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hintAtEnd, hintOfMove } from '../../../main/hosts/cli/output/hints.ts';
import { arrayPieces } from '../../../main/hosts/cli/output/json-pieces.ts';
import { logLines, output } from '../../../main/hosts/cli/output/output.ts';

/** A name that would end our line, colour what follows and turn it around. */
const NAME = 'Plan\u001b[31m\r\nheld\u202Efdp.exe\u009b2J';
const SHOWN = 'Plan�[31m��held�fdp.exe�2J';

const said: string[] = [];
const logged: string[] = [];

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
});

afterEach(() => {
  vi.restoreAllMocks();
  said.length = 0;
  logged.length = 0;
});

describe('what somebody is to do after a command that ends', () => {
  it.each([
    ['service-error', undefined, '', 'Run the command again.'],
    ['in-use', undefined, 'Close it there when you are done.', 'Close it there when you are done.'],
    ['busy', undefined, '', 'Run the command again in a few minutes.'],
    ['busy', undefined, 'The first sync after that goes on.', 'The first sync after that goes on.'],
    ['offline', 'cause-told', 'Unset HTTPS_PROXY.', 'Unset HTTPS_PROXY.'],
    [
      'offline',
      'no-way',
      'Your work is kept here.',
      'Check the address and the network, then run the command again. Your files are safe here meanwhile.',
    ],
    ['sign-in', 'no-keychain', 'Give it to each command.', 'Give it to each command.'],
    ['sign-in', 'unusable-token', 'Copy it again.', 'Copy it again.'],
    [
      'sign-in',
      'signed-out',
      'Sign in.',
      'Sign in with a valid token: sitesync sign-in --base-url URL --token-stdin, or set SITESYNC_BASE_URL and SITESYNC_TOKEN.',
    ],
  ] as const)('%s, %s: %s', (code, reason, hint, told) => {
    expect(hintAtEnd({ code, reason, hint })).toBe(told);
  });

  it('names the command for a moved folder only for a site’s own folder, and only if that is away', () => {
    const site = { id: 'site-1' };
    const away = { path: '', code: 'folder-missing' } as const;
    expect(hintOfMove(away, site)).toContain('sitesync follow site-1 --folder FOLDER');
    expect(hintOfMove({ ...away, code: 'read-only' }, site)).toBeNull();
    expect(hintOfMove({ ...away, path: 'Other/a.txt' }, site)).toBeNull();
    // It is there, and nobody may look into what it lies in.
    expect(hintOfMove({ ...away, reason: 'not-let-in' }, site)).toBeNull();
  });
});

describe('the data folder that was named', () => {
  const FOLDER = '/home/me/Second account';
  const ADDED = "Add to the commands above: --data '/home/me/Second account'\n";

  it.runIf(process.platform !== 'win32')('is added to the commands that a person is told to type', () => {
    const out = output(process, false, false, FOLDER);
    out.say('Deletes wait for your yes: sitesync sync --confirm-deletes');
    out.end();
    expect(said.at(-1)).toBe(ADDED);
    const quiet = output(process, false, true, FOLDER);
    quiet.warn('What to do about each problem: sitesync problems');
    quiet.end();
    expect(logged.at(-1)).toBe(ADDED);
  });

  it('is not spoken of where none was named, or no command, or only a script reads', () => {
    for (const [data, json, line] of [
      [undefined, false, 'Run: sitesync sync'],
      [FOLDER, false, 'Everything is in step.'],
      [FOLDER, true, 'Run: sitesync sync'],
    ] as const) {
      const out = output(process, json, false, data);
      out.say(line);
      out.end();
    }
    expect([...said, ...logged].join('')).not.toContain('--data');
  });
});

const never = new AbortController().signal;

function* numbers(count: number): Generator<string> {
  for (let at = 0; at < count; at += 1) yield `line ${at}`;
}

describe('output that is too long for one piece', () => {
  it('is printed whole, as lines for people only', async () => {
    expect(await output(process, false, false).lines([...numbers(1200), NAME], never)).toBe(true);
    const lines = said.join('').split('\n');
    expect(lines.slice(1198)).toEqual(['line 1198', 'line 1199', SHOWN, '']);
    expect(said.length).toBe(3);
    said.length = 0;
    for (const [json, quiet] of [
      [true, false],
      [false, true],
    ] as const)
      expect(await output(process, json, quiet).lines(numbers(3), never)).toBe(true);
    expect(await output(process, false, false).pieces(numbers(3), never)).toBe(true);
    expect(said).toEqual([]);
  });

  it.each(['lines', 'pieces'] as const)('ends when it is stopped between its %s', async (kind) => {
    const stop = new AbortController();
    // As a signal is heard: in a turn of its own.
    setImmediate(() => stop.abort());
    expect(await output(process, kind === 'pieces', false)[kind](numbers(50_000), stop.signal)).toBe(false);
    expect(said.length).toBeLessThan(50);
  });

  it.each([0, 1, 499, 500, 501, 1000, 1001])('is one array of JSON: %s items', (count) => {
    const items = Array.from({ length: count }, (_, at) => ({ at }));
    const pieces = [...arrayPieces(items)];
    expect(JSON.parse(pieces.join(''))).toEqual(items);
    expect(pieces.length).toBeLessThanOrEqual(count / 500 + 1);
  });
});

it('gives content as it is, but to a terminal nothing that would steer it', async () => {
  const table = `a,${NAME}\n1,2\n`;
  const to = async (isTTY: boolean): Promise<string> => {
    const stdout = Object.assign(new PassThrough(), { isTTY });
    const pieces = [table.slice(0, 6), Buffer.from(table.slice(6))];
    expect(await output({ ...process, stdout }, false, true).content(Readable.from(pieces), never)).toBe(
      true,
    );
    return String(stdout.read());
  };
  expect(await to(false)).toBe(table);
  expect(await to(true)).toBe(table.replace(NAME, SHOWN.replace('\ufffd\ufffdheld', '\ufffd\nheld')));
});

it.each([
  ['xterm-256color', true, true],
  ['dumb', true, false],
  ['xterm-256color', false, false],
])('redraws a line on a terminal %s that is one: %s', (term, isTTY, redraws) => {
  vi.stubEnv('TERM', term);
  const stderr = Object.assign(new PassThrough(), { isTTY });
  expect(output({ ...process, stderr }, false, false).screen !== null).toBe(redraws);
  vi.unstubAllEnvs();
});

describe('what is said', () => {
  it('stays one line, whatever characters the names in it have', () => {
    const out = output(process, false, false);
    out.say(`Ä 🏗️ ${NAME}`);
    out.log(NAME);
    logLines(out, 'one\ntwo');
    out.error({ code: 'not-found', message: NAME, hint: NAME, retry: 'later' });
    expect(said).toEqual([`Ä 🏗️ ${SHOWN}\n`]);
    expect(logged).toEqual([`${SHOWN}\n`, 'one\n', 'two\n', `${SHOWN}\n`, `${SHOWN}\n`]);
  });

  it('keeps its meaning in JSON, which cannot steer a terminal either', async () => {
    const value = { name: NAME, [NAME]: ['\u007f\u2028\u2066'] };
    const out = output(process, true, false);
    const failure = { code: 'not-found', message: NAME, hint: NAME, retry: 'later' } as const;
    out.object(value);
    // A name may be cut anywhere.
    await out.pieces(JSON.stringify(value), never);
    out.error(failure);
    expect(said.join('')).not.toMatch(/[^\n -~]/);
    const { message, hint, code } = failure;
    expect(JSON.parse(said[0]!)).toEqual(value);
    expect(JSON.parse(said.slice(1, -1).join(''))).toEqual(value);
    expect(JSON.parse(said.at(-1)!)).toEqual({ ok: false, error: { code, message, hint } });
  });

  it.each([
    ['a person', false, false, ['seen\n'], []],
    ['--quiet', false, true, [], ['seen\n']],
    ['--json, where the object says it', true, true, [], []],
  ])('reaches the person who must see it: with %s', (_who, json, quiet, onStdout, onStderr) => {
    output(process, json, quiet).warn('seen');
    expect([said, logged]).toEqual([onStdout, onStderr]);
  });
});
