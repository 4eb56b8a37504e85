import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, it, vi } from 'vitest';
import { buildCommands } from '../../main/hosts/cli/commands.ts';
import { readToken, type TokenSource } from '../../main/hosts/cli/token.ts';
import { FIRST_STEPS, FOR_HELP } from '../../main/hosts/cli/usage.ts';

const nothing = { run: async () => undefined, serve: async () => undefined };

/** Itself and all below it. */
function commandsOf(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(commandsOf)];
}

describe('the help', () => {
  it('fits a terminal of 80 columns', () => {
    const texts = commandsOf(buildCommands(nothing)).map((command) => command.helpInformation());
    const lines = [...texts, FIRST_STEPS, FOR_HELP].flatMap((text) => text.split('\n'));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it.each([
    ['help', 'Usage: sitesync [options] [command]'],
    ['help sync', 'Usage: sitesync sync [options]'],
    ['help model pull', 'Usage: sitesync model pull [options] <site> <model>'],
  ])('of "%s" says how it is used', async (words, first) => {
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await buildCommands(nothing).parseAsync(words.split(' '), { from: 'user' });
    expect(said.mock.calls.join('')).toContain(first);
    said.mockRestore();
  });
});

describe('a token on standard input', () => {
  const { signal } = new AbortController();

  it('is one line of a person, who is told that it is waited for', async () => {
    const terminal: TokenSource = Object.assign(new PassThrough(), { isTTY: true });
    const asked: string[] = [];
    const token = readToken(terminal, signal, (line) => asked.push(line));
    (terminal as PassThrough).write('the-token\n');
    expect(await token).toEqual({ ok: true, value: 'the-token' });
    expect(asked).toEqual(['Paste the token and press Enter.']);
  });

  it('is all of a pipe, of which nobody is asked', async () => {
    const pipe = new PassThrough();
    const token = readToken(pipe, signal, () => expect.unreachable());
    pipe.end('the-token\n\n');
    expect(await token).toEqual({ ok: true, value: 'the-token' });
  });
});
