import { expect, it } from 'vitest';
import { LASTING_SITE_SETTINGS, SETTINGS, SITE_SETTINGS } from '../../main/sync/settings/settings.ts';
import type { ModelId, SiteId } from '../../shared/model/ids.ts';

const [SITE, MODEL] = ['s' as SiteId, 'm' as ModelId];
const LASTING = LASTING_SITE_SETTINGS;

const ON_DISK = `
  account, account-person, account-salt, account-token-name, allow-insecure, asked-waits, bandwidth-down, bandwidth-up,
  base-url, clock-of-trash:s, datamodels-seen, density, folder-case:s, folder-edition:s, given-up-creates, ignore,
  joined-at:s, keep-awake, kept-before s, kept-before s https://a.test, language, last-stop, model s m, model-ending s m,
  model-note s m, models s, models-here s, notifications, paused, pins-before-delete s, proxy, rehashed-at:s, root, series-cache-bytes,
  since-merge:s, sites-listed-at, start-at-login, theme, token-kept-since, tokens-kept-at, unproven:s, updates-need-bytes, zone`;

it('settings lie under the keys that databases of earlier versions have', () => {
  const keys = [
    ...Object.values(SETTINGS),
    ...Object.values(SITE_SETTINGS).map((of) => of(SITE)),
    LASTING.keptBefore(SITE, 'https://a.test'),
    ...[LASTING.keptBeforeAnywhere, LASTING.addedModels, LASTING.modelsHere].map((of) => of(SITE)),
    ...[LASTING.model, LASTING.modelNote, LASTING.modelHead].map((of) => of(SITE, MODEL)),
  ].map(({ key }) => key);
  expect(keys.toSorted()).toEqual(ON_DISK.trim().split(/,\s+/));
});
