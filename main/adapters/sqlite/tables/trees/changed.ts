import { isKept } from '../../../../../shared/model/category.ts';
import type { SiteId } from '../../../../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../../../../shared/model/rel-path.ts';
import { isSettled } from '../../../../engine/compare/settled.ts';
import type { RemoteFile, Settled, Trees } from '../../../../engine/trees.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { FollowedSite } from '../../../../sync/ports/mirror/sites.ts';
import type { SomeFiles, Unsettled } from '../../../../sync/ports/mirror/trees.ts';
import type { Connection } from '../../connection.ts';
import { settledRows } from './in-step.ts';
import type { SiteKeys } from '../site-keys.ts';
import { rowsOfSome, treesOf, type SomeRows } from './some-rows.ts';
import { WriteNotes } from './write-notes.ts';

/** With more files than this, the whole site is looked at again. */
const FEW = 2000;

type Choices = Pick<Mirror, 'pins' | 'chosenCategories'>;

/** What was written of a site since it was last looked at as a whole. */
export function changedReads(
  db: Connection,
  keys: SiteKeys,
  choices: Choices,
): Pick<Mirror, 'noteChanges' | 'noteUnsettled' | 'changed'> {
  const reads = new ChangedReads(db, keys, choices);
  return {
    noteChanges: (site) => reads.noteChanges(site),
    noteUnsettled: (site, unsettled) => reads.noteUnsettled(site, unsettled),
    changed: (site) => reads.changed(site),
  };
}

class ChangedReads {
  readonly #db: Connection;
  readonly #keys: SiteKeys;
  readonly #choices: Choices;
  readonly #notes: WriteNotes;
  readonly #someRows: (siteKey: number, files: SomeFiles) => SomeRows | null;
  readonly #settledOf: (siteKey: number, count: number) => Settled;
  /**
   * By site, the choice of what to keep at the time when all of it was looked at. Only sites whose writes are noted
   * since.
   */
  readonly #begun = new Map<number, string>();
  readonly #beingLookedAt = new Map<number, string>();

  constructor(db: Connection, keys: SiteKeys, choices: Choices) {
    this.#db = db;
    this.#keys = keys;
    this.#choices = choices;
    this.#notes = new WriteNotes(db);
    this.#someRows = rowsOfSome(db);
    this.#settledOf = settledRows(db);
  }

  noteChanges(site: FollowedSite): void {
    const key = this.#keys.find(site.id);
    if (key === null) return;
    this.#notes.arm();
    this.#db.snapshot(() => {
      this.#begun.delete(key);
      this.#notes.begin(key);
    });
    this.#beingLookedAt.set(key, JSON.stringify(site.keep));
  }

  noteUnsettled(site: SiteId, unsettled: Unsettled | null): void {
    const key = this.#keys.find(site);
    if (key === null) return;
    const keep = this.#beingLookedAt.get(key);
    this.#beingLookedAt.delete(key);
    if (
      unsettled === null ||
      keep === undefined ||
      unsettled.ids.length > FEW ||
      unsettled.paths.length > FEW
    ) {
      this.#db.snapshot(() => this.#forget(key));
      return this.#disarmUnlessNeeded();
    }
    this.#db.snapshot(() => this.#notes.add(key, unsettled.ids, unsettled.paths));
    this.#begun.set(key, keep);
  }

  changed(site: FollowedSite): Trees | null {
    const key = this.#keys.find(site.id);
    // The choice of what to keep decides what is settled: after another choice, the whole site is looked at.
    if (key === null || this.#begun.get(key) !== JSON.stringify(site.keep)) return null;
    const trees = this.#db.snapshot(() => {
      const found = this.#read(key, site);
      if (found === null) this.#forget(key);
      return found;
    });
    if (trees === null) this.#disarmUnlessNeeded();
    return trees;
  }

  #read(key: number, site: FollowedSite): Trees | null {
    const noted = this.#notes.of(key, FEW + 1);
    if (noted.ids.length > FEW || noted.paths.length > FEW) return null;
    const found = this.#someRows(key, noted);
    if (found === null) return null;
    dropSettled(found, site, this.#choices);
    const { base, local, remote } = found;
    this.#notes.replace(key, [...base.keys(), ...remote.keys()], local.keys());
    return treesOf(found, this.#settledOf(key, this.#notes.agreements(key) - base.size));
  }

  #forget(key: number): void {
    this.#begun.delete(key);
    this.#notes.end(key);
  }

  #disarmUnlessNeeded(): void {
    if (this.#begun.size + this.#beingLookedAt.size === 0) this.#notes.disarm();
  }
}

function dropSettled({ base, local, remote }: SomeRows, { id, keep }: FollowedSite, choices: Choices): void {
  const pins = choices.pins(id);
  const chosen = choices.chosenCategories(id);
  const policy = {
    wanted: (file: Pick<RemoteFile, 'id' | 'category'>) => pins.get(file.id) ?? isKept(keep, file.category),
    chosenCategory: (file: RelPath) => chosen.get(pathKey(file)) ?? null,
  };
  for (const one of base.values()) {
    const key = pathKey(one.path);
    if (!isSettled(one, local.get(key), remote.get(one.id), policy)) continue;
    base.delete(one.id);
    local.delete(key);
    remote.delete(one.id);
  }
}
