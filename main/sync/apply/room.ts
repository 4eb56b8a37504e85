import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { SiteContext } from '../context.ts';

/** Bytes that stay free on a disk of this size: 1 GB, or 5 % of one smaller than 20 GB (rule 17). */
export function reserveOf(totalBytes: number): number {
  return Math.min(1_000_000_000, totalBytes * 0.05);
}

/** Where no size is known, the room is looked at anew after so many bytes. */
export const ROOM_EVERY = 16 * 1024 * 1024;

/** Into whose folder something is to come. */
interface RoomContext extends Pick<SiteContext, 'disk'> {
  readonly site: Pick<SiteContext['site'], 'folder'>;
}

/** Room that must stay free after these bytes. Null: there is. */
export async function roomFor(context: RoomContext, bytes: number, path: string): Promise<Failure | null> {
  const spare = await spareBytes(context);
  if (!spare.ok) return spare.failure;
  return spare.value >= bytes ? null : tooFull(path);
}

/** Where there is so much more than must stay free (bytes), nobody else uses it up before the next look. */
const AMPLE = 1024 * 1024 * 1024;
/** Milliseconds. */
const LOOK_EVERY = 1000;

/** The room for many downloads into one site's folder: where it is ample, one look serves for a second. */
export class Room {
  readonly #context: SiteContext;
  #lookedAt = -Infinity;
  /** Bytes that may begin before the next look. */
  #ample = 0;

  constructor(context: SiteContext) {
    this.#context = context;
  }

  /** Null lets it begin: `over` is to be told when it ends. */
  async for(bytes: number, path: string): Promise<Failure | null> {
    const { env, underWay } = this.#context;
    const now = env.now();
    const isFresh = now >= this.#lookedAt && now - this.#lookedAt < LOOK_EVERY;
    // Before the look, during which others ask. A look may not show yet what those need that have not ended.
    underWay.roomGiven += bytes;
    if (isFresh && bytes <= this.#ample) {
      this.#ample -= bytes;
      return null;
    }
    const spare = await spareBytes(this.#context);
    const left = spare.ok ? spare.value - underWay.roomGiven : 0;
    if (!spare.ok || left < 0) {
      this.over(bytes);
      return spare.ok ? tooFull(path) : spare.failure;
    }
    this.#lookedAt = now;
    this.#ample = left - AMPLE;
    return null;
  }

  /** Its bytes are on the disk, or will not come. */
  over(bytes: number): void {
    this.#context.underWay.roomGiven -= bytes;
  }
}

/** The room of one download. What is written of it is missing from what is free, and kept for it no longer. */
export class RoomOfOne {
  readonly #room: Room;
  readonly #path: string;
  /** Bytes; `#written` of them are on the disk. */
  #given = 0;
  #written = 0;

  constructor(room: Room, path: string) {
    this.#room = room;
    this.#path = path;
  }

  async ask(bytes: number): Promise<Failure | null> {
    const full = await this.#room.for(bytes, this.#path);
    if (full === null) this.#given += bytes;
    return full;
  }

  written(bytes: number): void {
    const some = Math.min(bytes, this.#given - this.#written);
    this.#written += some;
    this.#room.over(some);
  }

  /** What was written is thrown away, and comes once more. */
  restarted(): void {
    this.#room.over(-this.#written);
    this.#written = 0;
  }

  over(): void {
    this.#room.over(this.#given - this.#written);
    this.#given = 0;
    this.#written = 0;
  }
}

/** What is free beyond what must stay free; below 0 where it is less. */
async function spareBytes(context: RoomContext): Promise<Result<number>> {
  const space = await context.disk.space(context.site.folder);
  if (!space.ok) return fail(space.failure);
  return ok(space.value.freeBytes - reserveOf(space.value.totalBytes));
}

function tooFull(path: string): Failure {
  return {
    code: 'disk-full',
    message: `There is not enough room on the disk for ${path}.`,
    hint: 'Free some space, or make files online only. Downloads go on by themselves when there is room; uploads are not affected.',
    retry: 'later',
  };
}
