import { expect, it } from 'vitest';
import type { AppContext } from '../../main/app/context.ts';
import { diagnosticsCommand } from '../../main/app/diagnostics.ts';
import type { ChangeFeed } from '../../main/app/feed/change-feed.ts';

it('leaves nothing of a name in the log that has the name of another site in it', async () => {
  const names = ['Tower', 'Tower (North)', '<7>'];
  const app = {
    env: { now: () => 0, platform: 'linux' },
    mirror: {
      sites: () => names.map((name, at) => ({ id: `id-of-${at}`, name })),
      followed: () => [{ id: 'id-of-1', folder: '/home/kim/Sites/Tower (North)' }],
      siteState: () => ({}),
      attempts: () => [],
      counts: () => ({}),
      intents: () => [],
    },
  } as unknown as AppContext;
  const log = ['Tower (North) was listed', 'in /home/kim/Sites/Tower (North) and Tower', 'nothing'];
  const commands = diagnosticsCommand(app, { counts: new Map() } as unknown as ChangeFeed, {
    version: '1',
    runtime: 'node',
    tokenKept: 'memory',
    digest: (name) => `<${name.length}>`,
    log: () => log,
  });
  const exported = await commands['diagnostics.export'](null, new AbortController().signal);
  expect(exported.ok && (JSON.parse(exported.value.text) as { log: unknown }).log).toEqual([
    '<13> was listed',
    'in <29> and <5>',
    'nothing',
  ]);
});
