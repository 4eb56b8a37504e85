import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepCommand } from '../../../main/hosts/cli/commands/keep-command.ts';
import { output, type Output } from '../../../main/hosts/cli/output/output.ts';
import { followCommand, unfollowCommand } from '../../../main/hosts/cli/commands/site-commands.ts';
import type { Program } from '../../../main/hosts/compose/compose.ts';
import type { RunningService } from '../../service/service.ts';
import { laptopIn, SITE } from '../../support/laptop.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { closeHome, openHome } from '../home.ts';

const site = SITE;
let home: string;
let service: RunningService;

beforeEach(async () => {
  ({ home, service } = await openHome());
  for (const name of ['one.txt', 'two.txt'])
    service.store.addFile(SITE, { name, category: 'other', content: name });
});

afterEach(() => closeHome({ home, service }));

/** A program that is told to end as soon as it is about to look at a folder. */
async function stoppedAtLook(): Promise<Program> {
  const stop = new AbortController();
  const { program } = await openSignedIn({
    data: join(home, 'data'),
    baseUrl: service.url,
    stopping: stop.signal,
  });
  return {
    ...program,
    looker: (stopping) => {
      stop.abort();
      return program.looker(stopping);
    },
  };
}

/** What is said on stderr goes to `said`. */
function outputTo(said: string[]): Output {
  const sink = (into: string[]): Writable =>
    new Writable({
      write: (chunk, _encoding, done) => {
        into.push(String(chunk));
        done();
      },
    });
  return output({ stdout: sink([]), stderr: sink(said) }, false, false);
}

const COMMANDS: Readonly<Record<string, (program: Program, out: Output) => Promise<number>>> = {
  unfollow: (program, out) => unfollowCommand(program, out, SITE),
  keep: (program, out) => keepCommand(program, out, SITE, ['Other/one.txt'], 'online-only'),
  follow: (program, out) => followCommand(program, out, SITE, { categories: 'spec-sheet' }),
};

// A delete that no sync saw would lapse without a word.
it.each(Object.keys(COMMANDS))('%s changes nothing where it is told to end while it looks', async (name) => {
  const laptop = laptopIn(home, service.url);
  await laptop.sync();
  rmSync(join(laptop.folder, 'Other', 'one.txt'));
  const program = await stoppedAtLook();
  try {
    const said: string[] = [];
    expect(await COMMANDS[name]?.(program, outputTo(said))).toBe(1);
    expect(said.join('')).toBe(
      'Stopped before it was known what was not sent yet.\nNothing was changed. Run the command again.\n',
    );
    const { mirror } = program;
    expect(mirror.followed()).toMatchObject([{ id: SITE, keep: 'all' }]);
    expect([mirror.pins(site).size, mirror.trees(site).base.size]).toEqual([0, 2]);
  } finally {
    await program.close();
  }
});
