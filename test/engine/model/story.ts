import { CATEGORIES } from '../../../shared/model/category.ts';
import {
  baseName,
  folderOf,
  joinPath,
  parseRelPath,
  pathKey,
  type RelPath,
} from '../../../shared/model/rel-path.ts';
import { lineAfter } from '../../../main/engine/compare/lineage.ts';
import { isReserved } from '../../../main/engine/names/implied-path.ts';
import { toLocalName } from '../../../main/engine/names/local-names.ts';
import { syncRound } from './apply.ts';
import type { Event, Respelling } from './events.ts';
import {
  factsOf,
  hashOf,
  type ModelClient,
  type ModelFile,
  type ModelRecord,
  type ModelService,
  newOpId,
} from './world.ts';

/** Lets events happen to one computer and the service; an event that finds nothing to happen to does nothing. */
export class Story {
  readonly #client: ModelClient;
  readonly #service: ModelService;
  #saved: ReadonlyMap<ModelRecord['id'], ModelRecord> | null = null;
  #written = 0;

  constructor(client: ModelClient, service: ModelService) {
    this.#client = client;
    this.#service = service;
  }

  tell(event: Event): void {
    if (event.does === 'respell') return this.#respell(event);
    switch (event.who) {
      case 'here':
        return this.#here(event);
      case 'there':
        return this.#there(event);
      case 'backup':
        if (event.does === 'restore') this.#client.seesAll = false;
        if (event.does === 'save') this.#saved = new Map(this.#service.records);
        else if (this.#saved !== null) this.#service.records = new Map(this.#saved);
        return;
      case 'network':
        this.#client.loseNextReply();
        return;
      case 'process':
        this.#client.loseNextAgreement();
        return;
      case 'mirror': {
        const base = pick([...this.#client.base.values()], event.which);
        if (base !== undefined) this.#client.base.delete(base.id);
        return;
      }
      case 'sync':
        syncRound(this.#client, this.#service, event.steps);
        return;
      default:
        return event satisfies never;
    }
  }

  /** Texts of two lengths, so that sizes meet. */
  #newContent(): string {
    this.#written++;
    return `${this.#written % 2 === 0 ? 'even' : 'odd'}-${String(this.#written).padStart(3, '0')}`;
  }

  /**
   * A foreign client keeps facts that no longer describe the bytes. Only its size tells where it writes right after a
   * client of ours, before this computer looked: so its sizes are its own (a size that meets by chance is not seen).
   */
  #foreignContent(): string {
    this.#written++;
    return 'f'.repeat(20 + this.#written);
  }

  /** Somebody makes a file here whose name one of the service has in another case, or the other way round. */
  #respell({ who, which, letters, same }: Respelling): void {
    const files = [...this.#client.local.values()];
    const records = [...this.#service.records.values()];
    const model = who === 'here' ? pick(records, which) : pick(files, which);
    if (model === undefined) return;
    const from =
      'facts' in model
        ? (model.facts.path ?? (`Other/${toLocalName(model.name, 'linux').name}` as RelPath))
        : model.path;
    const content = same ? model.content : this.#newContent();
    const path = respelt(from, letters);
    if (who === 'here') {
      if (this.#fits(path)) this.#client.write(path, content);
      return;
    }
    this.#service.create({ ...this.#placed(path), content, facts: factsOf({ path, content }, newOpId()) });
  }

  #here(event: Extract<Event, { who: 'here' }>): void {
    const client = this.#client;
    const files = [...client.local.values()];
    const file = pick(files, event.which);
    if (file === undefined) {
      if (event.does === 'create') this.#createHere(event.to);
      return;
    }
    switch (event.does) {
      case 'create':
        return this.#createHere(event.to);
      case 'rename':
      case 'copy':
        this.#renameHere(file, event.to, event.does === 'copy');
        return;
      case 'carry':
      case 'another':
        return this.#carryHere(file, event.to, event.does === 'another');
      case 'shift': {
        const next = pick(files, event.which + 1);
        if (!this.#renameHere(file, event.to, false) || next === undefined || next === file) return;
        this.#renameHere(next, file.path, false);
        return;
      }
      case 'rotate':
        return this.#rotateHere(files, event.which);
      case 'replace': {
        const other = pick(files, event.which + 1);
        if (other === undefined || other === file) return;
        client.remove(other.path);
        client.local.set(pathKey(file.path), { ...other, path: file.path });
        return;
      }
      case 'edit':
        client.write(file.path, this.#newContent(), { ino: file.ino });
        return;
      case 'touch':
        client.write(file.path, file.content, { ino: file.ino });
        return;
      case 'delete':
        client.remove(file.path);
        return;
      case 'swap': {
        const other = pick(files, event.which + 1);
        if (other === undefined || other === file) return;
        client.local.set(pathKey(file.path), { ...other, path: file.path });
        client.local.set(pathKey(other.path), { ...file, path: other.path });
        return;
      }
      case 'unread':
        client.local.set(pathKey(file.path), { ...file, hash: null });
        return;
      default:
        return event satisfies never;
    }
  }

  #createHere(to: string): void {
    const path = to as RelPath;
    if (this.#fits(path)) this.#client.write(path, this.#newContent());
  }

  /** False where it does not fit there. */
  #renameHere(file: ModelFile, to: string, copies: boolean): boolean {
    const path = to as RelPath;
    if (!this.#fits(path)) return false;
    if (copies) this.#client.write(path, file.content);
    else {
      this.#client.remove(file.path);
      this.#client.put(file, path);
    }
    return true;
  }

  /** Into another folder under its name, and edited there; or that is `another` file, which got the inode of this one. */
  #carryHere(file: ModelFile, to: string, another: boolean): void {
    const path = another ? to : joinPath(to.slice(0, Math.max(to.lastIndexOf('/'), 0)), baseName(file.path));
    if (!this.#fits(path as RelPath)) return;
    this.#client.remove(file.path);
    this.#client.write(path as RelPath, this.#newContent(), { ino: file.ino });
  }

  /** Three files get each other's places. */
  #rotateHere(files: readonly ModelFile[], which: number): void {
    const three = [0, 1, 2].flatMap((step) => pick(files, which + step) ?? []);
    if (new Set(three).size < 3) return;
    for (const [at, file] of three.entries()) {
      const { path } = three[(at + 1) % 3] ?? file;
      this.#client.local.set(pathKey(path), { ...file, path });
    }
  }

  #fits(path: RelPath): boolean {
    const client = this.#client;
    return parseRelPath(path) !== null && !isReserved(path) && client.holds(path) && client.isFree(path);
  }

  #there(event: Extract<Event, { who: 'there' }>): void {
    const records = [...this.#service.records.values()];
    const record = pick(records, event.which);
    if (event.does === 'create') this.#createThere(event.to);
    else if (record !== undefined) this.#changeThere(event, record, records);
  }

  #createThere(to: string): void {
    this.#service.create({ ...this.#placed(to), content: this.#newContent() });
  }

  #changeThere(
    event: Extract<Event, { who: 'there' }>,
    record: ModelRecord,
    records: readonly ModelRecord[],
  ): void {
    const service = this.#service;
    switch (event.does) {
      case 'create':
        return this.#createThere(event.to);
      case 'rename':
        service.update(record, { name: this.#placed(event.to).name });
        return;
      case 'move': {
        const { name, facts } = this.#placed(event.to);
        const known = { sha256: hashOf(record.content), opId: newOpId(), basedOn: lineAfter(record) };
        const noted = { ...record.facts, ...facts, ...known };
        service.update(record, { name, facts: noted });
        return;
      }
      case 'edit':
        service.update(record, { content: this.#foreignContent() });
        return;
      case 'editKnown':
      case 'sameEdit':
        this.#editLikeAClient(record, event.does === 'sameEdit');
        return;
      case 'editUnseen':
        this.#editUnseen(record);
        return;
      case 'delete':
        service.records.delete(record.id);
        return;
      case 'swap': {
        const other = pick(records, event.which + 1);
        if (other === undefined || other === record) return;
        service.update(record, { name: other.name });
        service.update(other, { name: record.name });
        return;
      }
      case 'recategorise':
        service.update(record, { category: pick(CATEGORIES, event.which)?.id ?? 'other' });
        return;
      case 'touch':
        service.update(record, {});
        return;
      default:
        return event satisfies never;
    }
  }

  /** Another client of our kind writes the record; perhaps the very bytes that lie here. */
  #editLikeAClient(record: ModelRecord, same: boolean): void {
    const base = this.#client.base.get(record.id);
    const here = base === undefined ? undefined : this.#client.local.get(pathKey(base.path));
    const content = same && here !== undefined ? here.content : this.#newContent();
    const path = record.facts.path ?? (`Other/${toLocalName(record.name, 'linux').name}` as RelPath);
    this.#service.update(record, {
      content,
      facts: factsOf({ path, content }, newOpId(), lineAfter(record)),
    });
  }

  /** Another client of our kind looked at the record before its last version came, and sends what it made of that. */
  #editUnseen(record: ModelRecord): void {
    this.#client.seesAll = false;
    const seen = this.#service.before.get(record.id) ?? record;
    const path = seen.facts.path ?? (`Other/${toLocalName(seen.name, 'linux').name}` as RelPath);
    const content = this.#newContent();
    const facts = factsOf({ path, content }, newOpId(), lineAfter(seen));
    this.#service.update(record, { content, name: seen.name, facts });
  }

  /** `folder/name` with a note of the path, or `Other|name` without. */
  #placed(to: string) {
    const [, odd] = to.split('|');
    if (odd !== undefined) return { name: odd, category: 'other' as const, facts: {} };
    const path = parseRelPath(to);
    const name = to.slice(to.lastIndexOf('/') + 1);
    return {
      name,
      category: to.startsWith('Spec') ? ('spec-sheet' as const) : ('other' as const),
      facts: { path },
    };
  }
}

function pick<T>(from: readonly T[], which: number): T | undefined {
  return from.length === 0 ? undefined : from[which % from.length];
}

function respelt(path: RelPath, letters: Respelling['letters']): RelPath {
  const [folder, name] = [folderOf(path), baseName(path)];
  const other = (text: string): string =>
    text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
  if (letters === 'upper') return joinPath(folder, name.toUpperCase());
  if (letters === 'lower') return joinPath(folder, name.toLowerCase());
  return joinPath(other(folder), letters === 'both' ? other(name) : name);
}
