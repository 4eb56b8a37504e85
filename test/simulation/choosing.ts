import { unfollowSite } from '../../main/sync/following/follow.ts';
import { CATEGORIES, type Keep } from '../../shared/model/category.ts';
import { categoryOfPath } from '../../main/engine/names/implied-path.ts';
import type { FileId, SiteId } from '../../shared/model/ids.ts';
import { NO_LOCKS } from '../support/no-locks.ts';
import type { Climate } from './climate.ts';
import type { Identities } from './identities.ts';
import { seenBy, text } from './laptop-files.ts';
import type { Ledger } from './ledger.ts';
import { nowAndThen } from './now-and-then.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimLaptop } from './sim-laptop.ts';

interface World {
  readonly scheduler: Scheduler;
  readonly climate: Climate;
  readonly ledger: Ledger;
  readonly identities: Identities;
  readonly site: SiteId;
  readonly laptops: readonly SimLaptop[];
}

/** People make files "online only" or want them back; the mirror is copied, and put back from the copy. */
export function chooseFiles(random: Random, world: World): Promise<void> {
  const { scheduler, laptops, site } = world;
  return nowAndThen(world, random, 8, () => {
    const laptop = random.pick(laptops);
    const kind = random.below(8);
    scheduler.trace(`choice ${kind} ${laptop.name}`);
    if (kind < 5) chooseFile(random, laptop, site, kind < 4);
    else if (kind < 7) laptop.backUp();
    else laptop.putBack();
  });
}

function chooseFile(random: Random, { mirror }: SimLaptop, site: SiteId, isOnlineOnly: boolean): void {
  const agreed = [...mirror.trees(site).base.keys()];
  const ids = isOnlineOnly ? agreed : [...mirror.pins(site).keys()];
  if (ids.length > 0) mirror.setPin(site, random.pick(ids), isOnlineOnly ? false : null);
}

const KEEPS: readonly Keep[] = [
  'all',
  'all',
  'none',
  ['other'],
  ['spec-sheet', 'kg-csv'],
  ['other', 'maintenance'],
];

/**
 * What else people choose: which categories are kept here, which one a file is of that lies in no category's folder, what comes
 * back out of the trash, which held deletes go on; they pause, try again, and give the site up and keep it again.
 */
export function chooseMore(random: Random, world: World): Promise<void> {
  const { climate, scheduler, laptops } = world;
  return nowAndThen(world, random, 8, async () => {
    const laptop = random.pick(laptops);
    const kind = random.below(12);
    scheduler.trace(`more choice ${kind} ${laptop.name}`);
    if (kind < 2) keepOnly(laptop, world, random.pick(KEEPS));
    else if (kind < 5) chooseCategory(random, laptop, world);
    else if (kind < 8) await takeOut(random, laptop, world);
    else if (kind === 8) approve(laptop, world);
    else if (kind === 9) laptop.mirror.clearProblems(world.site, null);
    else if (kind === 10) await pause(laptop, random.below(climate.span / 8));
    else giveUp(laptop, world);
  });
}

/** The transfers of the program that runs now stand still for so long, ms. */
async function pause({ running, setup }: SimLaptop, ms: number): Promise<void> {
  running?.context.pauseSwitch.hold();
  await setup.scheduler.wait(ms);
  running?.context.pauseSwitch.release();
}

/** The program ends, and begins with that choice. */
function keepOnly(laptop: SimLaptop, { site }: World, keep: Keep): void {
  laptop.restart(() => {
    const kept = laptop.mirror.followed().find((each) => each.id === site);
    if (kept === undefined) return;
    laptop.setup.scheduler.trace(`${laptop.name} keeps only ${String(keep)}`);
    laptop.mirror.follow({ ...kept, keep });
  });
}

function giveUp(laptop: SimLaptop, { site }: World): void {
  laptop.restart(() => {
    const kept = laptop.mirror.followed().find((each) => each.id === site);
    if (kept === undefined) return;
    laptop.setup.scheduler.trace(`${laptop.name} gives the site up`);
    unfollowSite({ locks: NO_LOCKS, mirror: laptop.mirror }, kept);
    laptop.giveUps += 1;
  });
}

function chooseCategory(random: Random, { mirror }: SimLaptop, { site }: World): void {
  const paths = [...mirror.trees(site).local.values()].map(({ path }) => path);
  const open = paths.filter((path) => categoryOfPath(path) === null);
  if (open.length > 0) mirror.setChosenCategory(site, random.pick(open), random.pick(CATEGORIES).id);
}

function approve(laptop: SimLaptop, world: World): void {
  const { mirror } = laptop;
  const held = mirror.siteState(world.site).held?.files ?? [];
  const ids = held.map(({ id }) => id);
  wantsGone(laptop, ids, world);
  mirror.setApprovedDeletes(world.site, [...mirror.approvedDeletes(world.site), ...ids]);
}

/**
 * A person said yes to deletes that wait, also of files that may lie in a folder which nobody may read: they may go, and those
 * that lie there are new ones once they are seen.
 */
export function wantsGone(
  {
    folders,
    setup,
  }: {
    readonly folders: Pick<SimLaptop['folders'], 'name'>;
    readonly setup: Pick<SimLaptop['setup'], 'service'>;
  },
  ids: readonly FileId[],
  { ledger }: Pick<World, 'ledger'>,
): void {
  for (const id of ids) {
    const record = setup.service.file(id);
    if (record === null) continue;
    const content = text(record.content);
    ledger.took(folders.name, content);
    ledger.again(content);
  }
}

async function takeOut(random: Random, laptop: SimLaptop, { ledger, identities }: World): Promise<void> {
  const entries = [...seenBy(laptop).trash];
  if (entries.length === 0) return;
  const [entry, bytes] = random.pick(entries);
  const { running } = laptop;
  const restored = running?.context.disk.restore(laptop.folder, entry);
  const done = await Promise.race([restored, running?.dead]);
  if (done?.ok !== true) return;
  laptop.setup.scheduler.trace(`${laptop.name} person takes ${entry} out of the trash to ${done.value}`);
  ledger.isBack(text(bytes));
  identities.acted(laptop);
}
