import { expect, it } from 'vitest';
import type { AppContext } from '../../../main/app/context.ts';
import { putPinsBack, rememberPins } from '../../../main/app/files/pins-before.ts';
import { unfollowSite } from '../../../main/sync/following/follow.ts';
import { SITE_SETTINGS } from '../../../main/sync/settings/settings.ts';
import type { SiteLocks } from '../../../main/sync/ports/site-locks.ts';
import type { FollowedSite } from '../../../main/sync/ports/mirror/sites.ts';
import type { FileId, SiteId } from '../../../shared/model/ids.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';

const id = 'harbour' as SiteId;
const site: FollowedSite = { id, folder: '/s', folderId: 'f', keep: 'all', paused: false };
const FILE = 'file-1' as FileId;

it('says nothing of the files of a site that was kept no more in between', () => {
  const mirror = new MemoryMirror();
  const app = { mirror } as unknown as AppContext;
  mirror.follow(site);
  rememberPins(app, site, new Map([[FILE, false]]));
  const keys = Object.values(SITE_SETTINGS).map((of) => of(id).key);
  for (const key of keys) if (mirror.setting(key) === null) mirror.setSetting(key, '1');
  unfollowSite({ mirror, locks: { free: () => undefined } as unknown as SiteLocks }, site);
  for (const key of keys) expect(mirror.setting(key)).toBeNull();
  mirror.follow(site);
  putPinsBack(app, site, [FILE]);
  expect(mirror.pins(id).get(FILE)).toBeUndefined();
});
