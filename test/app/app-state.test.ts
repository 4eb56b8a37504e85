import { expect, it } from 'vitest';
import { appState, type StateFacts } from '../../main/app/app-state.ts';
import type { Session } from '../../main/app/account/session.ts';
import type { SiteCounts } from '../../main/app/views/views.ts';
import type { FollowedSite } from '../../main/sync/ports/mirror/sites.ts';
import type { Failure } from '../../shared/failure.ts';
import { parseSiteId, type SiteId } from '../../shared/model/ids.ts';
import { MemoryMirror } from '../support/memory/mirror/mirror.ts';

const [har, mill] = ['har', 'mill'].map((id) => parseSiteId(id)!) as [SiteId, SiteId];
const BUSY: Failure = { code: 'busy', message: 'Maintenance.', hint: '', retry: 'later' };
const AWAY: Failure = { code: 'offline', message: 'Away.', hint: '', retry: 'on-connect' };

interface Given {
  readonly kept?: Readonly<Record<string, Partial<FollowedSite>>>;
  /** Sites that the service gave no list of. */
  readonly unlisted?: readonly SiteId[];
  /** What came instead of the list of sites. */
  readonly sites?: Failure | null;
  readonly stop?: Failure | null;
  readonly connection?: StateFacts['connection'];
}

function troubleOf({
  kept = {},
  unlisted = [],
  sites = null,
  stop = null,
  connection = 'online',
}: Given): string {
  const mirror = new MemoryMirror();
  for (const [id, how] of Object.entries(kept))
    mirror.follow({
      id: parseSiteId(id)!,
      folder: `/${id}`,
      folderId: id,
      keep: 'all',
      paused: false,
      ...how,
    });
  const counts = Object.keys(kept).map((id) => {
    const isUnlisted = unlisted.some((each) => each === id);
    return { site: id, categories: [], syncedAt: null, unlisted: isUnlisted ? BUSY : null };
  });
  const gate = { stop: stop === null ? null : { kind: 'offline', failure: stop } };
  const facts: Partial<StateFacts> = {
    env: { platform: 'linux', device: 'LAPTOP' } as StateFacts['env'],
    host: { kind: 'web', can: {}, updates: null } as StateFacts['host'],
    mirror,
    secrets: { kind: 'memory', warning: null } as StateFacts['secrets'],
    session: {
      context: { gate, service: { baseUrl: 'https://a' } },
      sites: { failure: sites },
    } as unknown as Session,
    waitsFor: null,
    connection,
    counts: counts as unknown as SiteCounts[],
    settings: { root: '/' } as StateFacts['settings'],
    notices: [],
  };
  return appState(facts as StateFacts).trouble?.code ?? 'none';
}

it.each<[string, string, Given]>([
  ['none', 'all is well', { kept: { [har]: {} } }],
  ['busy', 'no site is kept, and the list of sites is put off', { sites: BUSY }],
  ['busy', 'it was never reached yet', { sites: BUSY, connection: 'unknown' }],
  ['busy', 'each site that is kept is put off', { kept: { [har]: {}, [mill]: {} }, unlisted: [har, mill] }],
  ['none', 'another site is in step', { kept: { [har]: {}, [mill]: {} }, unlisted: [har] }],
  ['busy', 'the other one is paused', { kept: { [har]: {}, [mill]: { paused: true } }, unlisted: [har] }],
  ['none', 'only the list of sites is put off', { kept: { [har]: {} }, sites: BUSY }],
  [
    'offline',
    'there is no network',
    { stop: AWAY, connection: 'offline', kept: { [har]: {} }, unlisted: [har] },
  ],
])('says %s where %s', (code, _, given) => {
  expect(troubleOf(given)).toBe(code);
});
