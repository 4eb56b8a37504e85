import type { FileId } from '../../../../shared/model/ids.ts';
import { folderOf, pathKey } from '../../../../shared/model/rel-path.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type { LocalFile } from '../../../../main/engine/trees.ts';
import type { ScannedFile } from '../../../../main/sync/ports/disk.ts';
import type { ChoiceAlong, Commit } from '../../../../main/sync/ports/mirror/notes.ts';
import { sameFields, sameVersion, type SiteMemory } from './site.ts';

const MOST_REWRITTEN = 2000;

/** Writes rows of sites, and counts those that it changed: what is as it was writes nothing. */
export class MemoryRows {
  writes = 0;

  /** The rows of one commit: what was agreed on, what is here and there, and what is to come of creates. */
  commit(memory: SiteMemory, one: Commit): void {
    if (one.dropBase !== undefined) this.drop(memory.base, one.dropBase);
    if (one.dropBase !== undefined) this.drop(memory.sent, one.dropBase);
    if (one.dropRemote !== undefined && this.drop(memory.remote, one.dropRemote) > 0)
      this.#overruleListing(memory, one.dropRemote);
    for (const path of [one.dropLocal, one.local?.path])
      if (path !== undefined) {
        memory.overruled.add(pathKey(path));
        memory.versions.delete(folderOf(pathKey(path)));
      }
    if (one.dropLocal !== undefined) this.drop(memory.local, pathKey(one.dropLocal));
    if (one.base !== undefined) this.put(memory.base, one.base.id, one.base);
    if (one.sent !== undefined) this.put(memory.sent, one.sent.id, one.sent);
    for (const [key, { id }] of memory.updates)
      if (id === one.dropBase || id === one.dropUpdates) this.drop(memory.updates, key);
    if (one.openUpdate !== undefined) {
      const { id, opId } = one.openUpdate;
      this.put(memory.updates, `${id} ${opId}`, one.openUpdate);
    }
    for (const [key, { id }] of memory.notedBytes)
      if (id === one.dropBase || id === one.base?.id) this.drop(memory.notedBytes, key);
    if (one.remote !== undefined) this.#commitRecord(memory, one.remote);
    if (one.local !== undefined) this.#commitLocal(memory, one.local);
    if (one.choice !== undefined) this.#takeChoice(memory, one.choice);
    if (one.dropIntent !== undefined) this.drop(memory.intents, one.dropIntent);
    if (one.madeAfter !== undefined) {
      const { id, listing } = one.madeAfter;
      const made = memory.remote.get(id);
      if (made !== undefined && made.firstSeen > listing)
        this.put(memory.remote, id, { ...made, firstSeen: listing });
    }
    if (one.lateIntent !== undefined) {
      const { opId, until } = one.lateIntent;
      const late = memory.intents.get(opId);
      if (late !== undefined) this.put(memory.intents, opId, { ...late, lateUntil: until });
    }
  }

  put<K, V>(map: Map<K, V>, key: K, value: V): void {
    const before = map.get(key);
    if (before !== undefined && sameFields(before, value)) return;
    map.set(key, value);
    this.writes += 1;
  }

  drop<K>(map: Map<K, unknown>, key: K): number {
    const dropped = map.delete(key) ? 1 : 0;
    this.writes += dropped;
    return dropped;
  }

  putRecord(memory: SiteMemory, record: SiteFile, listing: number): void {
    memory.remote.set(record.id, { record, firstSeen: memory.remote.get(record.id)?.firstSeen ?? listing });
    this.writes += 1;
  }

  #takeChoice({ chosen, local }: SiteMemory, { from, to }: ChoiceAlong): void {
    const choice = chosen.get(pathKey(from));
    if (choice === undefined || local.has(pathKey(from))) return;
    this.drop(chosen, pathKey(from));
    if (to !== null) chosen.set(pathKey(to), choice);
  }

  #commitRecord(memory: SiteMemory, record: SiteFile): void {
    if (memory.remote.get(record.id)?.record.fingerprint === record.fingerprint) return;
    this.putRecord(memory, record, memory.state.listing);
    this.#overruleListing(memory, record.id);
  }

  #overruleListing(memory: SiteMemory, id: FileId): void {
    if (memory.pages.length > 0) memory.rewritten.add(id);
    if (memory.rewritten.size > MOST_REWRITTEN) memory.pages = [];
    memory.overruledRecords.add(id);
  }

  #commitLocal(memory: SiteMemory, file: LocalFile): void {
    memory.turn += 1;
    const key = pathKey(file.path);
    const before = memory.local.get(key);
    if (before !== undefined && sameFields(before.file, file)) return;
    memory.local.set(key, { file, turn: memory.turn });
    this.writes += 1;
  }

  takeScanned(memory: SiteMemory, file: ScannedFile): boolean {
    const key = pathKey(file.path);
    const before = memory.local.get(key);
    const same = before !== undefined && sameVersion(before.file, file);
    if (same && before.file.path === file.path) return false;
    const { path, size, mtimeNs, ino } = file;
    const hash = same ? before.file.hash : null;
    memory.local.set(key, { file: { path, size, mtimeNs, ino, hash }, turn: same ? before.turn : 0 });
    this.writes += 1;
    return true;
  }
}
