import type { FileId } from '../../../shared/model/ids.ts';
import { pathKey } from '../../../shared/model/rel-path.ts';
import type { Here } from '../compare/here.ts';
import { observeLocal, type LocalSide } from '../compare/local-side.ts';
import { compareRemote, type ChangedThere } from '../compare/there.ts';
import { OpenCreates } from '../open/open-creates.ts';
import { isJudged, type Policy } from '../policy.ts';
import type { BaseFile, InStep, Trees } from '../trees.ts';
import type { Action } from './actions.ts';
import { AgreedFiles, beatsMoveHere, type Compared } from './agreed-files.ts';
import { NewFiles } from './new-files.ts';
import { newRecords, type NewRecord } from './new-records.ts';
import { Places } from './places.ts';
import { PlanBuilder } from './plan-builder.ts';

/**
 * The plan: what to do so that local and remote become equal, as a pure function of the three trees.
 *
 * Each file gets at most one action, which is safe by itself. A file that needs several (moved there and edited here)
 * gets the next one from the plan of the next round, so a plan that is cut off anywhere costs nothing.
 * A plan of trees that agree is empty. Deletes are nominated here, held by `holdDeletes`, and proved when applied.
 */
export function plan(trees: Trees, policy: Policy): readonly Action[] {
  return new Planner(trees, policy).plan();
}

/** Takes the files in turn. What becomes of each is decided by `AgreedFiles` and `NewFiles`. */
class Planner {
  readonly #trees: Trees;
  readonly #policy: Policy;
  readonly #places: Places;
  readonly #plan: PlanBuilder;
  readonly #side: LocalSide;
  readonly #fresh: readonly NewRecord[];
  readonly #agreedFiles: AgreedFiles;
  readonly #newFiles: NewFiles;
  /** Files that are moved aside for a folder in this round; whatever else they need is planned in the next one. */
  readonly #aside = new Set<FileId>();

  constructor(trees: Trees, policy: Policy) {
    this.#trees = trees;
    this.#policy = policy;
    this.#places = new Places(trees, policy);
    this.#plan = new PlanBuilder(policy, this.#places);
    this.#side = observeLocal(trees, policy);
    this.#fresh = newRecords(trees, policy.platform);
    const open = new OpenCreates(policy.intents);
    this.#agreedFiles = new AgreedFiles(policy, this.#places, this.#plan, open);
    this.#newFiles = new NewFiles(trees, {
      policy,
      places: this.#places,
      plan: this.#plan,
      open,
      fresh: this.#fresh,
      unclaimed: this.#side.unclaimed,
      aside: this.#aside,
    });
  }

  /** The order matters: each kind takes places and files that the next kinds could otherwise claim. */
  plan(): readonly Action[] {
    const agreed = [...this.#trees.base.values()].map((base) => this.#compare(base));
    this.#needFolders(agreed);
    this.#makeRoom(agreed);
    for (const each of agreed) if (!this.#aside.has(each.base.id)) this.#agreedFiles.decide(each);
    for (const each of this.#agreedFiles.back) this.#newFiles.comesBack(each);
    for (const each of this.#fresh) this.#newFiles.newRecord(each);
    for (const local of this.#side.unclaimed.values()) this.#newFiles.newHere(local);
    return this.#plan.actions(this.#trees);
  }

  #compare(base: BaseFile): Compared {
    const there = compareRemote(base, this.#trees.remote.get(base.id), this.#policy);
    return { base, here: this.#side.of(base), there };
  }

  /**
   * Notes the folders that coming files need, before any file gets or keeps a place. So the plan does not depend on the
   * order of files.
   */
  #needFolders(agreed: readonly Compared[]): void {
    for (const { base, here, there } of agreed)
      if (there.kind === 'changed' && this.#comes(base, here, there))
        this.#places.needFolders(there.impliedPath);
    for (const { remote, implied } of this.#fresh) {
      if (this.#places.areFoldersNeeded(implied)) continue;
      if (this.#policy.wanted(remote) && isJudged(implied, this.#policy)) this.#places.needFolders(implied);
    }
  }

  /** Will a file come to the record's place? */
  #comes(base: BaseFile, here: Here, there: ChangedThere): boolean {
    if (here.kind === 'gone') return this.#policy.wanted(there.remote);
    if (here.kind === 'moved') return beatsMoveHere(base, here.local, there, this.#policy);
    return there.moved;
  }

  /**
   * Moves agreed files out of the way where a folder has to be. A new file is sent first, and gives way in a later
   * round.
   */
  #makeRoom(agreed: readonly Compared[]): void {
    const inTheWay = this.#places.inTheWay();
    if (inTheWay.length === 0) return;
    const byPlace = Map.groupBy(agreed, ({ base }) => pathKey(base.path));
    for (const path of inTheWay) {
      const key = pathKey(path);
      const settled = this.#trees.local.has(key) ? null : (this.#trees.settled?.at(path) ?? null);
      if (settled !== null) this.#giveWay(this.#compareSettled(settled));
      else for (const each of byPlace.get(key) ?? []) this.#giveWay(each);
    }
  }

  #compareSettled({ base, local, remote }: InStep): Compared {
    const there = compareRemote(base, remote, this.#policy);
    return { base, here: { kind: 'same', local }, there };
  }

  /**
   * Moves a file aside. If it leaves its place anyway, or has to be read or sent first, nothing is done: the folder
   * waits.
   */
  #giveWay({ base, here, there }: Compared): void {
    const lies = here.kind === 'same' || here.kind === 'touched' || here.kind === 'changed';
    if (!lies || there.kind === 'gone' || (there.kind === 'changed' && there.moved)) return;
    this.#aside.add(base.id);
    this.#plan.moveAside(base, here.local, there);
  }
}
