import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMirror, type OpenedMirror } from '../../../main/adapters/sqlite/mirror.ts';
import type { Action } from '../../../main/engine/plan/actions.ts';
import { startPlanning, type Planning } from '../../../main/hosts/planning/start-planning.ts';
import type { Planned, PlanQuestion } from '../../../main/sync/plan/planning.ts';
import type { FollowedSite } from '../../../main/sync/ports/mirror/sites.ts';
import type { SiteId } from '../../../shared/model/ids.ts';

/** A site in a mirror of its own, and planning in a thread of all that is more than a few files. */
export interface PlanningHome {
  /** The folder of the mirror. */
  readonly data: string;
  readonly mirror: OpenedMirror;
  readonly planning: Planning;
  readonly question: PlanQuestion;
  readonly close: () => Promise<void>;
}

export function siteThatKeeps(keep: FollowedSite['keep']): FollowedSite {
  return { id: 's1' as SiteId, folder: '/kept/s1', folderId: 'f1', keep, paused: false };
}

/** @param fill writes what is known of the site before the planning starts */
export function openPlanningHome(site: FollowedSite, fill: (mirror: OpenedMirror) => void): PlanningHome {
  const data = mkdtempSync(join(tmpdir(), 'sitesync-planning-'));
  const opened = openMirror(data);
  if (!opened.ok) throw new Error(opened.failure.message);
  const mirror = opened.value;
  mirror.follow(site);
  fill(mirror);
  const planning = startPlanning(data, mirror, { plannedHere: 20, lookedHere: 20, idleMs: 50 });
  const close = async (): Promise<void> => {
    await planning.close();
    mirror.close();
    rmSync(data, { recursive: true, force: true });
  };
  return { data, mirror, planning, question: questionAbout(site), close };
}

function questionAbout(site: FollowedSite): PlanQuestion {
  return {
    site,
    platform: 'linux',
    device: 'anna',
    stamp: '2026-11-21 1200',
    ignore: ['*.bak'],
    ignoreText: '',
    unreadable: [],
    unlisted: [],
    forbidden: [],
    hidesFiles: false,
    underWay: [],
    listingComplete: true,
  };
}

/** A plan with all of its pages. */
interface Whole extends Omit<Planned, 'hashes' | 'agreements' | 'release'> {
  readonly hashes: readonly Action[];
  readonly agreements: readonly Action[];
}

export async function whole({ release: _release, hashes, agreements, ...plan }: Planned): Promise<Whole> {
  return { ...plan, hashes: await allOf(hashes), agreements: await allOf(agreements) };
}

async function allOf(pages: AsyncIterable<readonly Action[]>): Promise<readonly Action[]> {
  const actions: Action[] = [];
  for await (const page of pages) actions.push(...page);
  return actions;
}
