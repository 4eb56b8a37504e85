import { expect, it } from 'vitest';
import { tokenPlaces } from '../../main/app/account/kept-tokens.ts';
import type { AppContext } from '../../main/app/context.ts';
import { forgetPins } from '../../main/app/files/pins-before.ts';
import { keptBefore } from '../../main/sync/following/kept-before.ts';
import { modelsHere } from '../../main/sync/observe/models-here.ts';
import { AskedWaits } from '../../main/sync/pacing/asked-waits.ts';
import { givenUp } from '../../main/sync/settings/given-up-creates.ts';
import { lastStop } from '../../main/sync/pacing/last-stop.ts';
import type { FileId, SiteId } from '../../shared/model/ids.ts';
import { followed } from '../support/model-values.ts';

const SITE = 'site-1' as SiteId;

it.each(['', '{', '["', 'null', '7', '"x"', '[[1], 2, null]', '{"a": {}}', '\u{FFFD}'])(
  'notes in the database that rotted (%j) count as none, and nothing fails by them',
  (text) => {
    const mirror = { setting: () => text, setSetting: () => undefined };
    expect(modelsHere(mirror, SITE)).toEqual(new Set());
    expect(keptBefore(mirror, SITE)).toBeNull();
    expect(lastStop(mirror)).toBeNull();
    expect(givenUp(mirror, SITE, 0)).toEqual([]);
    expect(new AskedWaits(mirror, 'https://a.test').all()).toEqual([]);
    expect([...tokenPlaces(mirror)].filter((place) => place !== text && place !== 'x')).toEqual([]);
    expect(() =>
      forgetPins({ mirror } as unknown as AppContext, followed(SITE), ['1' as FileId]),
    ).not.toThrow();
  },
);
