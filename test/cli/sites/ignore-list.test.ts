import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SITE } from '../../support/laptop.ts';
import { closeHome, openHome, runIn, syncQuietly, type Home } from '../home.ts';

let at: Home;

beforeEach(async () => {
  at = await openHome();
  await syncQuietly(at);
});

afterEach(() => closeHome(at));

it('is told of where Notepad gave it another name, until it is renamed', async () => {
  const folder = join(at.home, 'root', 'Harbour House');
  writeFileSync(join(folder, '.siteignore.txt'), 'private/\n');
  const said = '.siteignore.txt has no effect: nothing is left out by it.';
  const synced = await runIn(at, ['sync', '--json']);
  expect([synced.status, JSON.parse(synced.stdout)]).toMatchObject([
    1,
    {
      sites: [
        { problems: [{ path: '.siteignore.txt', message: expect.stringContaining(said) }], created: 0 },
      ],
    },
  ]);
  // Whoever leaves files out wants no list of them on the service.
  expect(at.service.store.files(SITE).map(({ name }) => name)).not.toContain('.siteignore.txt');
  for (const command of ['status', 'problems', 'doctor']) {
    const { status, stdout } = await runIn(at, [command]);
    expect([command, status, stdout]).toEqual([command, 1, expect.stringContaining(said)]);
  }
  expect((await runIn(at, ['doctor'])).stdout).toContain(`look ignore list of ${SITE}: `);
  renameSync(join(folder, '.siteignore.txt'), join(folder, '.siteignore'));
  for (const command of ['sync', 'status', 'doctor'])
    expect([command, (await runIn(at, [command])).status]).toEqual([command, 0]);
});
