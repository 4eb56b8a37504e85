import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSiteLocks } from '../../../main/adapters/locks/site-locks.ts';
import type { LockedFolder, SiteLocks } from '../../../main/sync/ports/site-locks.ts';
import { openKeptHome, type AppHome } from '../../support/app-home.ts';
import { SITE, TOKEN } from '../../support/laptop.ts';

let home: AppHome;
let kept: LockedFolder;
let other: SiteLocks;

/** Somebody kept a site, and has signed out. */
beforeEach(async () => {
  home = await openKeptHome();
  const { folder } = home;
  const { folderId } = JSON.parse(readFileSync(join(folder, '.sitesync', 'site.json'), 'utf8')) as {
    folderId: LockedFolder['folderId'];
  };
  kept = { folder, folderId };
  other = createSiteLocks({ program: 'the command line', log: () => undefined });
  await expect.poll(() => other.holder(kept)).not.toBeNull();
  await home.ask('account.signOut', null);
  writeFileSync(join(home.home, 'plan.txt'), 'plan');
});

afterEach(async () => {
  other.close();
  await home.close();
});

const review = async (files: object): Promise<string> => {
  const input = { site: SITE, category: 'other' as const, paths: null, files: null, ...files };
  return (await home.ask('drop.review', input)).drop;
};

const ONE = [{ index: 0, category: 'other' as const }];

it('another program may have the folder as soon as what was dropped there lies in its place', async () => {
  const drop = await review({ paths: [join(home.home, 'plan.txt')] });
  await expect.poll(() => other.holder(kept)).toBeNull();
  await home.ask('drop.accept', { drop, files: ONE });
  await home.ask('drop.finish', { drop });
  await expect.poll(() => other.holder(kept)).toBeNull();
  expect(await other.take(kept)).toBeNull();
  expect(readFileSync(join(kept.folder, 'Other', 'plan.txt'), 'utf8')).toBe('plan');
});

it('another program has it not while a page still sends what was dropped', async () => {
  const drop = await review({ files: [{ path: 'plan.txt', size: 4, modifiedAt: null, head: null }] });
  await expect.poll(() => other.holder(kept)).toBeNull();
  await home.ask('drop.accept', { drop, files: ONE });
  expect(await other.holder(kept)).not.toBeNull();
  // Other commands end meanwhile.
  await home.tryTo('files.rename', { site: SITE, key: 'none', name: 'new.txt' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await other.holder(kept)).not.toBeNull();
  await home.ask('drop.cancel', { drop });
  await expect.poll(() => other.holder(kept)).toBeNull();
});

it('another program has it not while a page still sends what was dropped before somebody signed out', async () => {
  await home.ask('account.signIn', { baseUrl: home.service.url, token: TOKEN });
  const drop = await review({ files: [{ path: 'plan.txt', size: 4, modifiedAt: null, head: null }] });
  await home.ask('drop.accept', { drop, files: ONE });
  await home.ask('account.signOut', null);
  expect(await other.holder(kept)).not.toBeNull();
  await home.ask('drop.cancel', { drop });
  await expect.poll(() => other.holder(kept)).toBeNull();
});
