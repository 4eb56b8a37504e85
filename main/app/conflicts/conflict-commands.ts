import { assertNever } from '../../../shared/assert-never.ts';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { versionsOf, type Conflict, type ConflictChoice } from '../../../shared/ipc/outbox.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { parseRelPath, type RelPath } from '../../../shared/model/rel-path.ts';
import { originalOf } from '../../engine/names/conflict-name.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';
import { approveAgain, approveDeletes, withdrawApprovals } from '../files/approvals.ts';
import { Bulk } from '../files/bulk.ts';
import type { FreshViews } from '../files/command-views.ts';
import { trashFile, trashOf } from '../files/delete-files.ts';
import { fileAt, noteMoved, showAndSync, siteToChange } from '../files/site-files.ts';
import type { Replacer } from '../ports.ts';
import { RESOLVED } from '../views/words.ts';
import { resolveConflict, type ConflictFacts, type ConflictStep, type Kept } from './resolve-conflict.ts';
import { recordOfKey } from '../../../shared/model/file-key.ts';

/** What a choice comes to in one conflict. */
interface Decision {
  readonly facts: ConflictFacts;
  readonly kept: Kept;
  /** In the history. */
  readonly reason: string;
}

interface Decided extends Decision {
  /** When it was carried out, epoch ms: of many, the first may be long ago. */
  readonly at: number;
}

interface Resolution extends Decision {
  readonly steps: readonly ConflictStep[];
}

/** Conflicts are resolved singly or by the thousand; each that cannot be says why and stays a conflict. */
export function conflictCommands(
  app: AppContext,
  fresh: FreshViews,
  replacer: Replacer,
): Pick<Handlers, 'conflicts.resolve'> {
  return {
    'conflicts.resolve': async ({ choice, items }, signal) => {
      const bulk = new Bulk();
      const made: string[] = [];
      const trash: Trashed[] = [];
      let undoable = true;
      for (const [id, copies] of Map.groupBy(items, (item) => item.site)) {
        const site = await siteToChange(app, id);
        const paths = copies.map((item) => item.copy);
        if (site.ok) {
          const work = { site: site.value, paths, choice, signal };
          const done = await resolveAll(app, fresh, replacer, work, bulk);
          made.push(...done.made);
          trash.push(...done.trash);
          undoable &&= done.undoable;
        } else for (const path of paths) bulk.failed(path, site.failure);
      }
      const { changed, named, problems } = bulk.result();
      return ok({ resolved: changed, named, made, trash, undoable, problems });
    },
  };
}

interface Work {
  readonly site: FollowedSite;
  readonly paths: readonly string[];
  readonly choice: ConflictChoice;
  readonly signal: AbortSignal;
}

/** Something in the trash of a site's folder. */
interface Trashed {
  readonly site: FollowedSite['id'];
  readonly entry: string;
}

interface Resolved {
  /** The paths that copies got where both versions were kept. */
  readonly made: readonly string[];
  readonly trash: readonly Trashed[];
  /** Only copies are in the trash for it. */
  readonly undoable: boolean;
}

async function resolveAll(
  app: AppContext,
  fresh: FreshViews,
  replacer: Replacer,
  { site, paths, choice, signal }: Work,
  bulk: Bulk,
): Promise<Resolved> {
  const resolutions: Resolution[] = [];
  for (const { path, found } of await factsOf(fresh, site, paths)) {
    const decision = found === null ? null : decisionOf(choice, found);
    const steps = decision === null ? fail(noConflict()) : resolveConflict(decision.kept, decision.facts);
    if (!steps.ok) bulk.failed(path, steps.failure);
    else if (decision !== null) resolutions.push({ ...decision, steps: steps.value });
  }
  const approvals = resolutions.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'approve' ? [step.id] : [])),
  );
  const before = new Set((await trashOf(app, site)).map(({ id }) => id));
  await approveDeletes(app, site, approvals);
  const stayed: FileId[] = [];
  const decided: Decided[] = [];
  for (const { steps, ...decision } of resolutions) {
    const { facts } = decision;
    const done = signal.aborted ? fail(stopped()) : await carryOut(app, replacer, site, steps);
    if (done.ok) {
      bulk.done(facts.original);
      decided.push({ ...decision, at: app.env.now() });
    } else {
      bulk.failed(facts.copy, done.failure);
      if (facts.copyId !== null) stayed.push(facts.copyId);
    }
  }
  withdrawApprovals(app, site, stayed);
  await approveAgain(app, site, approvals, stayed);
  noteDecided(app, site, decided);
  showAndSync(app, site.id);
  const places = new Set<string>(
    decided.map(({ kept, facts }) => (kept === 'file' ? facts.copy : facts.original)),
  );
  const trash = (await trashOf(app, site)).filter(({ id, path }) => !before.has(id) && places.has(path));
  return {
    made: decided.flatMap(({ kept, facts }) => (kept === 'both' ? [facts.plain] : [])),
    trash: trash.map(({ id }) => ({ site: site.id, entry: id })),
    undoable: decided.every(({ kept }) => kept === 'file'),
  };
}

/** A person chooses by whose version it is, and the history says so. */
function decisionOf(choice: ConflictChoice, { conflict: { own }, facts }: Found): Decision {
  if (choice === 'both') return { facts, kept: 'both', reason: 'both' };
  const kept = (choice === 'mine') === (own === 'file') ? 'file' : 'copy';
  return { facts, kept, reason: own === 'neither' ? kept : choice };
}

/** In the history: a record that goes for it was not deleted for its own sake. */
function noteDecided(app: AppContext, site: FollowedSite, decided: readonly Decided[]): void {
  app.mirror.commit(
    site.id,
    decided.map(({ facts: { copy, copyId, otherId }, reason, at }) => ({
      activity: {
        at,
        site: site.id,
        file: otherId ?? copyId,
        path: copy,
        action: RESOLVED,
        reason,
        bytes: 0,
      },
    })),
  );
}

interface Found {
  readonly conflict: Conflict;
  readonly facts: ConflictFacts;
}

async function factsOf(
  fresh: FreshViews,
  site: FollowedSite,
  paths: readonly string[],
): Promise<readonly { readonly path: string; readonly found: Found | null }[]> {
  const views = await fresh();
  const { conflicts } = await views.outbox(site.id);
  const byCopy = new Map(conflicts.map((conflict) => [conflict.copy, conflict]));
  const known = paths.map((path) => {
    const copy = parseRelPath(path);
    const original = copy === null ? null : originalOf(copy);
    const conflict = byCopy.get(path);
    return { path, copy, original, conflict };
  });
  const wanted = known.flatMap(({ original }) => original ?? []);
  const { free } = await views.holdings(site.id, { wanted, leaving: [], sizes: [] });
  let next = 0;
  return known.map(({ path, copy, original, conflict }) => {
    const plain = original === null ? undefined : free[next++];
    if (copy === null || original === null || plain === undefined || conflict === undefined)
      return { path, found: null };
    return { path, found: { conflict, facts: factsFrom(conflict, { copy, original, plain }) } };
  });
}

function factsFrom(
  conflict: Conflict,
  paths: { readonly copy: RelPath; readonly original: RelPath; readonly plain: RelPath },
): ConflictFacts {
  const { copy, file } = versionsOf(conflict);
  // A name without a file is held by a record: of a file that was deleted here, or has another place here.
  const isHeld = file !== null || paths.plain !== paths.original;
  return {
    ...paths,
    copyId: recordOfKey(copy.key),
    other: file?.here === true ? 'here' : isHeld ? 'online-only' : 'gone',
    otherId: file === null ? null : recordOfKey(file.key),
  };
}

async function carryOut(
  app: AppContext,
  replacer: Replacer,
  site: FollowedSite,
  steps: readonly ConflictStep[],
): Promise<Result<void>> {
  for (const step of steps) {
    const done = await carryOutOne(app, replacer, site, step);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

async function carryOutOne(
  app: AppContext,
  replacer: Replacer,
  site: FollowedSite,
  step: ConflictStep,
): Promise<Result<void>> {
  switch (step.kind) {
    case 'approve':
      // All of them were approved in one go before the first step.
      return ok(undefined);
    case 'trash':
      return trashFile(app, site, step.file);
    case 'move': {
      const file = await fileAt(app, site, step.file);
      if (!file.ok) return file;
      const moved = await app.disk.move(site.folder, file.value, step.to);
      if (moved.ok) noteMoved(app, site, step.file, moved.value);
      return moved.ok ? ok(undefined) : moved;
    }
    case 'replace': {
      const file = await fileAt(app, site, step.file);
      const over = await fileAt(app, site, step.over);
      if (!file.ok) return file;
      if (!over.ok) return over;
      const replaced = await replacer.replace(site.folder, file.value, over.value);
      if (!replaced.ok) return replaced;
      noteMoved(app, site, step.file, replaced.value);
      return ok(undefined);
    }
    default:
      return assertNever(step);
  }
}

function noConflict(): Failure {
  return {
    code: 'not-found',
    message: 'This is no longer a conflict copy.',
    hint: 'It was renamed, resolved or deleted meanwhile. The list shows what is there now.',
    retry: 'on-change',
  };
}

function stopped(): Failure {
  return {
    code: 'cancelled',
    message: 'Stopped before its turn came.',
    hint: 'Both versions are still there.',
    retry: 'now',
  };
}
