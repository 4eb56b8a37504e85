import { expect, it } from 'vitest';
import type { AppContext } from '../../main/app/context.ts';
import { diagnosticsCommand } from '../../main/app/diagnostics.ts';
import type { ChangeFeed } from '../../main/app/feed/change-feed.ts';

async function logOf(names: readonly string[], folder: string, log: readonly string[]): Promise<unknown> {
  const app = {
    env: { now: () => 0, platform: 'linux' },
    mirror: {
      sites: () => names.map((name, at) => ({ id: `id-of-${at}`, name })),
      followed: () => [{ id: 'id-of-1', folder }],
      siteState: () => ({}),
      problems: () => [],
      counts: () => ({}),
      intents: () => [],
    },
  } as unknown as AppContext;
  const commands = diagnosticsCommand(app, { counts: new Map() } as unknown as ChangeFeed, {
    version: '1',
    runtime: 'node',
    tokenKept: () => 'memory',
    digest: (name) => `<${name.length}>`,
    log: () => log,
  });
  const exported = await commands['diagnostics.export'](null, new AbortController().signal);
  return exported.ok && (JSON.parse(exported.value.text) as { log: unknown }).log;
}

it('leaves nothing of a name in the log that has the name of another site in it', async () => {
  const names = ['Tower', 'Tower (North)', '<7>'];
  const folder = '/home/kim/Sites/Tower (North)';
  const log = ['Tower (North) was listed', `in ${folder} and Tower`, 'nothing'];
  expect(await logOf(names, folder, log)).toEqual(['<13> was listed', 'in <29> and <5>', 'nothing']);
});

it('leaves nothing of a name that is too long to be looked for', async () => {
  const long = 'Tower '.repeat(100_000);
  const log = [`“${long}” was listed\nand Mill`, 'in Mill'];
  expect(await logOf([long, 'Mill'], '/home/kim', log)).toEqual([`“<${long.length + 21}>`, 'in <4>']);
});
