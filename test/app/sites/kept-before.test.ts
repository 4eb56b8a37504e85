import { expect, it } from 'vitest';
import type { SiteId } from '../../../shared/model/ids.ts';
import { keptBefore, rememberKeep } from '../../../main/sync/following/kept-before.ts';
import type { FollowedSite } from '../../../main/sync/ports/mirror/sites.ts';
import { SETTINGS } from '../../../main/sync/settings/settings.ts';

const SITE = 'site-1' as SiteId;
const kept = (keep: FollowedSite['keep']): FollowedSite => ({ id: SITE, keep }) as FollowedSite;

function at(baseUrl: string, settings = new Map<string, string | null>()) {
  settings.set(SETTINGS.baseUrl.key, baseUrl);
  return {
    settings,
    setting: (key: string) => settings.get(key) ?? null,
    setSetting: (key: string, value: string | null) => void settings.set(key, value),
  };
}

it('is the choice for the site of this service, not for that of another one with its id', () => {
  const one = at('https://one.example.com');
  rememberKeep(one, kept(['spec-sheet']));
  const other = at('https://other.example.com', one.settings);
  expect(keptBefore(other, SITE)).toBeNull();
  rememberKeep(other, kept(['other']));
  expect(keptBefore(other, SITE)).toEqual(['other']);
  expect(keptBefore(at('https://one.example.com', one.settings), SITE)).toEqual(['spec-sheet']);
});

it('is found as it was noted before services counted, until the site is given up once more', () => {
  const mirror = at('https://one.example.com');
  mirror.setSetting(`kept-before ${SITE}`, '["spec-sheet"]');
  expect(keptBefore(mirror, SITE)).toEqual(['spec-sheet']);
  rememberKeep(mirror, kept('all'));
  expect(keptBefore(mirror, SITE)).toBeNull();
});
