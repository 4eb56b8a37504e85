import { afterEach, beforeEach, expect, it } from 'vitest';
import { listSite } from '../../../main/sync/observe/listing.ts';
import { enterAccount } from '../../../main/sync/settings/account.ts';
import type { Outbox } from '../../../shared/ipc/outbox.ts';
import { filesIn, startWorld, type World } from '../../support/laptop.ts';
import { openDesk, site, value, type Desk } from '../desk.ts';

let world: World;
let desk: Desk;

/** `here.txt` is in step, `there.txt` was listed and not fetched yet. */
beforeEach(async () => {
  world = await startWorld();
  world.service.store.addFile(site, { name: 'here.txt', category: 'other', content: 'here' });
  desk = await openDesk(world, world.laptop('one'));
  world.service.store.addFile(site, { name: 'there.txt', category: 'other', content: 'there' });
  value(await listSite(desk.app.session()!, site));
});

afterEach(async () => {
  await desk.close();
  await world.close();
});

async function waiting(): Promise<readonly (readonly [path: string, reason: string])[]> {
  const { pending }: Outbox = await (await desk.fresh()).outbox(site);
  return pending.map(({ path, reason }) => [path, reason] as const);
}

const DOWNLOAD = ['Other/there.txt', 'New on the service'];

it('says nothing of what another service listed, until this one has listed its files', async () => {
  expect(await waiting()).toEqual([DOWNLOAD]);
  enterAccount(desk.program.mirror, 'https://other.example/api user 1');
  expect(await waiting()).toEqual([]);
  expect(await desk.row('Other/here.txt')).toMatchObject({
    status: 'waiting',
    reason: 'Waits for the list of the service',
  });
  await expect(desk.row('Other/there.txt')).rejects.toThrow('No row');
  expect(await desk.sync()).toMatchObject({ downloaded: 1, created: 0, trashed: 0, problems: [] });
  expect(await waiting()).toEqual([]);
  expect(Object.keys(await filesIn(desk.folder)).toSorted()).toEqual(['Other/here.txt', 'Other/there.txt']);
});

it('goes on knowing what this service listed where somebody else signs in there', async () => {
  enterAccount(desk.program.mirror, `${world.service.url} user 1`);
  expect(await waiting()).toContainEqual(DOWNLOAD);
});

it('sends nothing new before the other service was listed whole', async () => {
  await desk.write('Other/new.txt', 'new');
  enterAccount(desk.program.mirror, 'https://other.example/api user 1');
  expect(desk.program.mirror.siteState(site).listingFault).not.toBeNull();
  expect(await desk.sync()).toMatchObject({ created: 1, conflicts: [], problems: [] });
});
