import { assertNever } from '../../shared/assert-never.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { Json } from '../../shared/model/json.ts';
import type { MemoryFile, MemoryService, MemorySnapshot } from '../support/memory/service/service.ts';
import type { Climate } from './climate.ts';
import type { Identities } from './identities.ts';
import { seenBy, text } from './laptop-files.ts';
import type { Ledger } from './ledger.ts';
import { nowAndThen } from './now-and-then.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimLaptop } from './sim-laptop.ts';

/** Milliseconds for which nobody is let in, at most. */
const SHUT = 120_000;
const NAMES = ['copy of a.txt', 'pump.pdf', 'a.txt', 'handed over.pdf', 'points.csv'];

const CHANGES = ['notes', 'writes over', 'copies', 'files elsewhere', 'uploads anew'] as const;
type Change = (typeof CHANGES)[number];
const DEEDS = [
  'shuts the site',
  'refuses the token',
  'keeps a backup',
  'goes back',
  'files back',
  ...CHANGES,
  ...CHANGES,
] as const;

interface World {
  readonly scheduler: Scheduler;
  readonly climate: Climate;
  readonly ledger: Ledger;
  readonly identities: Identities;
  readonly service: MemoryService;
  readonly site: SiteId;
  readonly laptops: readonly SimLaptop[];
  /** The service is an older one, from here on. */
  restored(): void;
}

/**
 * What happens on the service besides edits: other programs write into the metadata of records, with our facts or over them;
 * records are copied with all that is in them, filed under another site and back, and uploaded anew; a token or the whole
 * site is refused for a while; and the service is put back to an older backup.
 */
export class Office {
  readonly #random: Random;
  readonly #world: World;
  readonly #elsewhere: SiteId;
  /** Filed under another site, now or before. */
  readonly #away = new Set<MemoryFile['id']>();
  #backup: MemorySnapshot | null = null;
  #notes = 0;

  constructor(random: Random, elsewhere: SiteId, world: World) {
    this.#random = random;
    this.#elsewhere = elsewhere;
    this.#world = world;
  }

  async live(): Promise<void> {
    await nowAndThen(this.#world, this.#random, 10, () => this.#act());
    // In the end every record is where it belongs.
    for (const id of this.#away) this.#comesBack(id);
  }

  async #act(): Promise<void> {
    const { service, site, scheduler } = this.#world;
    const deed = this.#random.pick(DEEDS);
    const files = service.files(site);
    scheduler.trace(`the office ${deed}`);
    switch (deed) {
      case 'shuts the site':
        await this.#during(
          () => service.forbidden.add(site),
          () => service.forbidden.delete(site),
        );
        return;
      case 'refuses the token':
        await this.#during(
          () => service.tokens.delete('token'),
          () => service.tokens.add('token'),
        );
        return;
      case 'keeps a backup':
        this.#backup = service.snapshot();
        return;
      case 'goes back':
        this.#restore();
        return;
      case 'files back':
        this.#comesBack(this.#random.pick([...this.#away, null]));
        return;
      default:
        if (files.length > 0) this.#change(this.#random.pick(files), deed);
    }
  }

  #change(file: MemoryFile, deed: Change): void {
    const { service, site, ledger, identities } = this.#world;
    const { id, name, category, content, metadata } = file;
    const note = ++this.#notes;
    switch (deed) {
      case 'notes':
        service.editFile(id, { metadata: isRecord(metadata) ? { ...metadata, note } : { note } });
        return;
      case 'writes over':
        service.editFile(id, { metadata: this.#random.pick([{}, null, 'seen', { note }]) });
        return;
      case 'copies': {
        const other = this.#random.pick(NAMES.filter((each) => each !== name));
        service.addFile(site, { name: other, category, content, metadata });
        break;
      }
      case 'files elsewhere':
        service.editFile(id, { site: this.#elsewhere });
        this.#away.add(id);
        identities.deleted(id);
        break;
      case 'uploads anew':
        service.deleteFile(id);
        service.addFile(site, { name, category, content });
        identities.deleted(id);
        break;
      default:
        assertNever(deed);
    }
    // For the laptops there is one more by now, or may be: what was edited here meanwhile is a record of its own.
    ledger.again(text(content));
  }

  #comesBack(id: MemoryFile['id'] | null): void {
    const { service, site } = this.#world;
    if (id !== null && service.file(id)?.site === this.#elsewhere) service.editFile(id, { site });
  }

  /** What came since is gone from it: where no laptop has the bytes, nobody can bring them back. */
  #restore(): void {
    const backup = this.#backup;
    if (backup === null) return;
    const { service, ledger, laptops } = this.#world;
    const before = service.files();
    service.restore(backup);
    this.#world.restored();
    const there = new Set([
      ...service.files().map(({ content }) => text(content)),
      ...laptops.flatMap(allHere),
    ]);
    for (const content of before.map((file) => text(file.content))) {
      if (!there.has(content)) ledger.gaveUp(content);
      ledger.again(content);
    }
  }

  async #during(begin: () => unknown, end: () => unknown): Promise<void> {
    begin();
    await this.#world.scheduler.wait(this.#random.below(SHUT));
    end();
  }
}

/** What lies on a laptop, its trash included. */
function allHere(laptop: SimLaptop): readonly string[] {
  const { files, trash } = seenBy(laptop);
  return [...files.values(), ...trash.values(), ...laptop.folders.leftAway()].map(text);
}

function isRecord(metadata: MemoryFile['metadata']): metadata is Readonly<Record<string, Json>> {
  return typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata);
}
