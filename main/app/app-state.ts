import { toldFailure, type Failure } from '../../shared/failure.ts';
import type { AppState, Settings } from '../../shared/ipc/app.ts';
import { tokenName, whoAmI } from '../sync/settings/account.ts';
import type { Mirror } from '../sync/ports/mirror.ts';
import type { Secrets, Environment } from '../sync/ports/environment.ts';
import { SETTINGS } from '../sync/settings/settings.ts';
import type { HostServices } from './app.ts';
import type { SiteCounts } from './views/views.ts';
import { tokenKeptSince } from './account/kept-tokens.ts';
import type { Session } from './account/session.ts';

export interface StateFacts {
  readonly version: string;
  readonly env: Environment;
  readonly host: HostServices;
  readonly mirror: Mirror;
  readonly secrets: Secrets;
  readonly session: Session | null;
  /** Why nobody is signed in yet although that will happen by itself; meanwhile one can look at what is here. */
  readonly waitsFor: Failure | null;
  /** The service that the waiting account names; null if none waits, or if it is the stored one. */
  readonly waitsAt: string | null;
  /** The token came with the start of the program, and is kept nowhere. */
  readonly isTokenGiven: boolean;
  readonly connection: AppState['connection'];
  readonly paused: boolean;
  readonly pausedUntil: number | null;
  readonly work: AppState['work'];
  readonly counts: readonly SiteCounts[];
  readonly settings: Settings;
  readonly freeBytes: number | null;
  readonly trash: number;
  /** Of the models of all sites, bytes. */
  readonly modelBytes: number;
  readonly areModelsWhole: boolean;
  readonly notices: readonly string[];
}

/** The state of the whole program at a glance. */
export function appState(facts: StateFacts): AppState {
  const { session, waitsFor, counts, env, host } = facts;
  const stop = session?.context.gate.stop ?? null;
  // Once the service was reached again, what kept us from it is over.
  const away = facts.connection === 'online' ? null : (stop?.failure ?? waitsFor);
  const unlisted = stop === null && session !== null ? metByAll(session, facts) : null;
  const without = waitsFor === null ? 'sign-in' : 'offline';
  const sum = (of: (site: SiteCounts) => number): number =>
    counts.reduce((total, site) => total + of(site), 0);
  const synced = counts.flatMap((site) => site.syncedAt ?? []);
  return {
    host: {
      kind: host.kind,
      version: facts.version,
      platform: env.platform,
      device: env.device,
      can: host.can,
      updates: host.updates,
    },
    account: accountState(facts),
    connection: session === null ? without : facts.connection,
    trouble: away === null ? unlisted : toldFailure(away),
    paused: facts.paused,
    pausedUntil: facts.pausedUntil,
    lastSync: synced.length === 0 ? null : Math.max(...synced),
    root: facts.settings.root,
    work: facts.work,
    outbox: {
      pending: sum((site) => site.pending),
      issues: sum((site) => site.issues),
      conflicts: sum((site) => site.conflicts),
      held: sum((site) => site.held),
    },
    storage: {
      keptBytes:
        facts.modelBytes +
        sum((site) => site.categories.reduce((total, category) => total + category.bytesHere, 0)),
      keptIsWhole: facts.areModelsWhole,
      freeBytes: facts.freeBytes,
    },
    trash: facts.trash,
    notices: [...facts.notices],
  };
}

function accountState(facts: StateFacts): AppState['account'] {
  const { session, waitsFor, waitsAt, isTokenGiven, mirror, secrets } = facts;
  const baseUrl = session?.context.service.baseUrl ?? waitsAt ?? SETTINGS.baseUrl.read(mirror);
  const signedIn = session !== null || waitsFor !== null;
  const isGiven = signedIn && isTokenGiven;
  const isKept = signedIn && !isGiven;
  return {
    baseUrl,
    signedIn,
    kept: isGiven ? 'given' : isKept ? secrets.kind : null,
    keptSince: isKept && baseUrl !== null ? tokenKeptSince(mirror, baseUrl) : null,
    warning: isGiven ? null : secrets.warning,
    person: session === null ? null : whoAmI(mirror),
    tokenName: session === null ? null : tokenName(mirror),
  };
}

/** The failure if the service is there but lists no kept site or, if none is kept, not even the sites; else null. */
function metByAll(
  { sites }: Pick<Session, 'sites'>,
  { mirror, counts }: Pick<StateFacts, 'mirror' | 'counts'>,
): AppState['trouble'] {
  const asked = mirror.followed().filter(({ paused }) => !paused);
  if (asked.length === 0) return sites.failure;
  const met = new Map(counts.map(({ site, unlisted }) => [site, unlisted]));
  const [first = null, ...others] = asked.map(({ id }) => met.get(id) ?? null);
  return first === null || others.includes(null) ? null : { ...first, retry: 'later' };
}
