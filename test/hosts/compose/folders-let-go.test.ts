import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSiteLocks } from '../../../main/adapters/locks/site-locks.ts';
import type { App } from '../../../main/app/app.ts';
import { openApp } from '../../../main/hosts/compose/open-app.ts';
import { webHostServices } from '../../../main/hosts/web/host-services.ts';
import type { LockedFolder, SiteLocks } from '../../../main/sync/ports/site-locks.ts';
import { startService, type RunningService } from '../../service/service.ts';
import { SITE, TOKEN } from '../../support/laptop.ts';
import { must } from '../../support/must.ts';

const never = new AbortController().signal;

let home: string;
let service: RunningService;
let app: App;
let kept: LockedFolder;
let other: SiteLocks;

/** Somebody kept a site, and has signed out. */
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-let-go-'));
  service = await startService({ dataDir: join(home, 'service') });
  service.store.addSite({ id: SITE, name: 'Harbour House' });
  app = must(
    await openApp({
      data: join(home, 'data'),
      host: webHostServices(),
      account: { baseUrl: service.url, token: TOKEN },
      secrets: { keychain: false },
      root: join(home, 'root'),
    }),
  );
  must(await app.handlers['sites.refresh'](null, never));
  must(await app.handlers['sites.follow']({ site: SITE, keep: 'all', folder: null }, never));
  const folder = join(home, 'root', 'Harbour House');
  const { folderId } = JSON.parse(readFileSync(join(folder, '.sitesync', 'site.json'), 'utf8')) as {
    folderId: LockedFolder['folderId'];
  };
  kept = { folder, folderId };
  other = createSiteLocks({ program: 'the command line', log: () => undefined });
  await expect.poll(() => other.holder(kept)).not.toBeNull();
  must(await app.handlers['account.signOut'](null, never));
  writeFileSync(join(home, 'plan.txt'), 'plan');
});

afterEach(async () => {
  other.close();
  await app.close();
  await service.close();
  rmSync(home, { recursive: true, force: true });
});

const review = async (files: object): Promise<string> => {
  const input = { site: SITE, category: 'other' as const, paths: null, files: null, ...files };
  return must(await app.handlers['drop.review'](input, never)).drop;
};

const ONE = [{ index: 0, category: 'other' as const }];

it('another program may have the folder as soon as what was dropped there lies in its place', async () => {
  const drop = await review({ paths: [join(home, 'plan.txt')] });
  await expect.poll(() => other.holder(kept)).toBeNull();
  must(await app.handlers['drop.accept']({ drop, files: ONE }, never));
  must(await app.handlers['drop.finish']({ drop }, never));
  await expect.poll(() => other.holder(kept)).toBeNull();
  expect(await other.take(kept)).toBeNull();
  expect(readFileSync(join(kept.folder, 'Other', 'plan.txt'), 'utf8')).toBe('plan');
});

it('another program has it not while a page still sends what was dropped', async () => {
  const drop = await review({ files: [{ path: 'plan.txt', size: 4, modifiedAt: null, head: null }] });
  await expect.poll(() => other.holder(kept)).toBeNull();
  must(await app.handlers['drop.accept']({ drop, files: ONE }, never));
  expect(await other.holder(kept)).not.toBeNull();
  // Other commands end meanwhile.
  await app.handlers['files.rename']({ site: SITE, key: 'none', name: 'new.txt' }, never);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await other.holder(kept)).not.toBeNull();
  must(await app.handlers['drop.cancel']({ drop }, never));
  await expect.poll(() => other.holder(kept)).toBeNull();
});

it('another program has it not while a page still sends what was dropped before somebody signed out', async () => {
  must(await app.handlers['account.signIn']({ baseUrl: service.url, token: TOKEN }, never));
  const drop = await review({ files: [{ path: 'plan.txt', size: 4, modifiedAt: null, head: null }] });
  must(await app.handlers['drop.accept']({ drop, files: ONE }, never));
  must(await app.handlers['account.signOut'](null, never));
  expect(await other.holder(kept)).not.toBeNull();
  must(await app.handlers['drop.cancel']({ drop }, never));
  await expect.poll(() => other.holder(kept)).toBeNull();
});
