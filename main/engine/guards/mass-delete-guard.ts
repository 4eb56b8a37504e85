import { counted, numberText } from '../../../shared/counted.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { Action, DeleteRemote, TrashLocal } from '../plan/actions.ts';

/** More deletes than this in one round are held in a site of any size. */
const MAX_DELETES = 25;
/** From this many on, deletes are held if they are more than a fifth of the site. */
const MIN_SHARE_DELETES = 5;
const SHARE = 5;

/** Deletes that a watch sees within this time, ms, are one event. */
export const TRICKLE = 10 * 60 * 1000;

const WENT_BACK =
  'The service seems to have been restored from an older backup: files that it lacks may only be missing there.';

type Direction = 'local' | 'remote';

export interface GuardFacts {
  /** Files in step now, and those that were until the recent deletes which count as one event with the planned ones. */
  readonly siteFiles: number;
  /**
   * Deletes that were carried out just before without a person's yes: they count as one event with the planned ones.
   */
  readonly deletedBefore: number;
  /** The listing was complete and named no file. */
  readonly listingEmpty: boolean;
  /** The service was restored from an older backup: what it lacks was perhaps never deleted. */
  readonly serviceWentBack: boolean;
  /** What was held by the plan before. Deletes that wait for a yes go on waiting, even if only a few are left. */
  readonly heldBefore: HeldDeletes | null;
  /** Those of them of which nobody can tell now whether they are still due. */
  readonly unsure: HeldDeletes['files'];
  /** The folder in which a missing file may lie although nobody can look: see `forbidden-folders.ts`. */
  readonly mayLieIn: (path: RelPath) => string | null;
}

/** Deletes that wait for a yes: `count` of the `of` files of a site. `direction` is where most of them would happen. */
export interface HeldDeletes {
  readonly direction: Direction;
  readonly count: number;
  readonly of: number;
  /** For people only. */
  readonly why: string;
  /** The service was restored from an older backup when they came to be held. */
  readonly serviceWentBack: boolean;
  readonly files: readonly {
    readonly id: FileId;
    readonly path: RelPath;
    readonly direction: Direction;
    /** It waits only as long as it may lie in this folder, which cannot be read. */
    readonly mayLieIn?: string;
  }[];
}

/** Those of them that wait for a yes, whatever becomes of the folders that cannot be read. */
function heldForYes(held: HeldDeletes | null): ReadonlySet<FileId> {
  return new Set(held?.files.filter(({ mayLieIn }) => mayLieIn === undefined).map(({ id }) => id));
}

/** How many of them would happen on this computer, and how many on the service. */
export function heldOnEachSide({ files }: Pick<HeldDeletes, 'files'>): {
  readonly here: number;
  readonly there: number;
} {
  const here = files.filter((file) => file.direction === 'local').length;
  return { here, there: files.length - here };
}

/**
 * From when on earlier deletes count together with those that are planned now, epoch ms: from the beginning of this
 * sync. A watch carries deletes out as they happen, a few at a time, so it counts those of the last minutes as well.
 */
export function countFrom(syncBegan: number, now: number, watching: boolean): number {
  return watching ? Math.min(syncBegan, now - TRICKLE) : syncBegan;
}

/**
 * Splits a plan into what may go on and the deletes that need a person's yes. Both directions count together: a
 * folder that was emptied here and there is one event. What was approved goes on and does not count.
 */
export function holdDeletes(
  actions: readonly Action[],
  facts: GuardFacts,
  approved: ReadonlySet<FileId>,
): { readonly go: readonly Action[]; readonly held: HeldDeletes | null } {
  const open = actions.filter(isDelete).filter(({ id }) => !approved.has(id));
  const judged = judge(open, facts);
  const unseen = unseenOf(open, facts);
  const { unsure, heldBefore } = facts;
  const isJudged = judged.hold.length > 0;
  const whys = [...(isJudged ? [judged.why] : []), ...unseenWords(unseen)];
  const why = whys.length > 0 ? whys.join(' ') : (heldBefore?.why ?? '');
  const isUnsureOfOlder = unsure.length > 0 && heldBefore?.serviceWentBack === true;
  const serviceWentBack = isJudged ? judged.serviceWentBack : isUnsureOfOlder;
  const stopped = new Set<Action>([...judged.hold, ...unseen.keys()]);
  if (stopped.size + unsure.length === 0) return { go: actions, held: null };
  const forYes = new Set(judged.hold);
  const known = open
    .filter((action) => stopped.has(action))
    .map((action) => {
      const file = { id: action.id, path: action.path, direction: directionOf(action) };
      const folder = forYes.has(action) ? undefined : unseen.get(action);
      return folder === undefined ? file : { ...file, mayLieIn: folder };
    });
  const files = [...known, ...unsure];
  return {
    go: actions.filter((action) => !stopped.has(action)),
    held: { ...sumOf(files), of: facts.siteFiles, why, serviceWentBack, files },
  };
}

function sumOf(files: HeldDeletes['files']): Pick<HeldDeletes, 'direction' | 'count'> {
  const { here, there } = heldOnEachSide({ files });
  return { direction: here >= there ? 'local' : 'remote', count: files.length };
}

/** What still is held once a person decided about these files; null: nothing. */
export function heldWithout(held: HeldDeletes, decided: ReadonlySet<FileId>): HeldDeletes | null {
  const files = held.files.filter(({ id }) => !decided.has(id));
  return files.length === 0 ? null : { ...held, ...sumOf(files), files };
}

type Delete = TrashLocal | DeleteRemote;

/** Why deletes are held, in words and as what is kept with them. */
type Judgement = Pick<HeldDeletes, 'why' | 'serviceWentBack'> & { readonly hold: readonly Delete[] };

function judge(open: readonly Delete[], facts: GuardFacts): Judgement {
  const count = open.length + facts.deletedBefore;
  const of = facts.siteFiles;
  const before = heldForYes(facts.heldBefore);
  const waiting = open.filter((action) => before.has(action.id));
  // Once the site is in step with the older state, nothing else shows that the service went back.
  const wentBackBefore = waiting.length > 0 && facts.heldBefore?.serviceWentBack === true;
  const serviceWentBack = facts.serviceWentBack || wentBackBefore;
  if (facts.listingEmpty && of > 0) {
    return {
      hold: open,
      why: `The service lists no file of this site, where ${files(of)} ${were(of)} known.`,
      serviceWentBack,
    };
  }
  const share = count >= MIN_SHARE_DELETES && count * SHARE > of;
  if (count > MAX_DELETES || share) return { hold: open, why: massWords(open, facts), serviceWentBack };
  const hold = facts.serviceWentBack
    ? open.filter((action) => action.kind === 'trashLocal' || before.has(action.id))
    : waiting;
  return { hold, why: serviceWentBack ? WENT_BACK : stillHeldWords(waiting), serviceWentBack };
}

function stillHeldWords({ length }: readonly Delete[]): string {
  return `${files(length)} of a larger number of deletes still ${length === 1 ? 'waits' : 'wait'} for a yes.`;
}

/** The deletes of files that may lie in a folder which cannot be read, with that folder. */
function unseenOf(open: readonly Delete[], { mayLieIn }: GuardFacts): ReadonlyMap<Delete, string> {
  const unseen = new Map<Delete, string>();
  for (const action of open) {
    const folder = action.kind === 'deleteRemote' ? mayLieIn(action.path) : null;
    if (folder !== null) unseen.set(action, folder);
  }
  return unseen;
}

function unseenWords(unseen: ReadonlyMap<Delete, string>): readonly string[] {
  const inEach = Map.groupBy(unseen.values(), (folder) => folder);
  return [...inEach].map(([folder, { length }]) => {
    const [are, stay] = length === 1 ? ['is', 'It stays'] : ['are', 'They stay'];
    return `${files(length)} that ${are} missing here may be in ${folder}, which cannot be read. ${stay} on the service until ${folder} can be read or is gone, or you say yes.`;
  });
}

function massWords(open: readonly Delete[], { siteFiles, deletedBefore }: GuardFacts): string {
  const here = open.filter((action) => action.kind === 'trashLocal').length;
  const there = open.length - here;
  const ofAll = `${files(open.length)} of ${numberText(siteFiles)} would be deleted`;
  const before = deletedBefore === 0 ? '' : `, after ${files(deletedBefore)} just before`;
  const atOnce = deletedBefore === 0 ? ' at once' : '';
  if (here > 0 && there > 0) {
    return `${ofAll}${atOnce}: ${numberText(here)} on this computer and ${numberText(there)} on the service${before}.`;
  }
  return `${ofAll} ${here > 0 ? 'on this computer' : 'on the service'}${atOnce}${before}.`;
}

const files = (count: number): string => counted(count, 'file');
const were = (count: number): string => (count === 1 ? 'was' : 'were');

export function isDelete(action: Action): action is Delete {
  return action.kind === 'trashLocal' || action.kind === 'deleteRemote';
}

function directionOf(action: Delete): Direction {
  return action.kind === 'trashLocal' ? 'local' : 'remote';
}
