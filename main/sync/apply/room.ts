import { bytesText } from '../../../shared/bytes-text.ts';
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
  const look = await lookAt(context);
  if (!look.ok) return look.failure;
  return look.value.spare >= bytes ? null : tooFull(path, bytes, look.value);
}

/** Which disk is full, and how much is free there, in words: null where that does not tell why. */
export interface FullDisk {
  readonly folder: string;
  readonly amounts: string | null;
}

/** The disk that a file found full. */
export async function fullDisk(context: RoomContext, failure: Failure): Promise<FullDisk> {
  const { folder } = context.site;
  if (isLookedAt(failure)) return { folder, amounts: failure.amounts };
  const look = await lookAt(context);
  // A share of a disk may be used up, or its list of files full, while much of it is free.
  return { folder, amounts: look.ok && look.value.spare < 0 ? wordsOf(look.value) : null };
}

/** Where there is so much more than must stay free (bytes), nobody else uses it up before the next look. */
const AMPLE = 1024 * 1024 * 1024;
/** Milliseconds. */
const LOOK_EVERY = 1000;

interface SharedRoomContext extends RoomContext, Pick<SiteContext, 'env' | 'reservations'> {}

/** The room for many downloads into one site's folder: where it is ample, one look serves for a second. */
export class Room {
  readonly #context: SharedRoomContext;
  /** The disk, once it was looked at. */
  #disk: string | null = null;
  #lookedAt = -Infinity;
  /** Bytes that may begin before the next look. */
  #ample = 0;

  constructor(context: SharedRoomContext) {
    this.#context = context;
  }

  /** Null lets it begin: `over` is to be told when it ends. */
  async for(bytes: number, path: string): Promise<Failure | null> {
    const { env, reservations } = this.#context;
    const now = env.now();
    const isFresh = now >= this.#lookedAt && now - this.#lookedAt < LOOK_EVERY;
    if (isFresh && bytes <= this.#ample) {
      this.#ample -= bytes;
      this.over(-bytes);
      return null;
    }
    const look = await lookAt(this.#context);
    if (!look.ok) return look.failure;
    // A look may not show yet what those need that have not ended. Given after it, not before: what is refused is missing
    // to nobody who asked meanwhile.
    const { spare, disk } = look.value;
    const left = spare - reservations.on(disk) - bytes;
    if (left < 0) return tooFull(path, bytes, look.value, reservations.on(disk));
    this.#disk ??= disk;
    this.#lookedAt = now;
    this.#ample = left - AMPLE;
    this.over(-bytes);
    return null;
  }

  /** Its bytes are on the disk, or will not come. */
  over(bytes: number): void {
    if (this.#disk !== null) this.#context.reservations.add(this.#disk, -bytes);
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

/** The disk of a folder; all in bytes. */
interface Look {
  readonly folder: string;
  readonly disk: string;
  readonly free: number;
  readonly reserve: number;
  /** What is free beyond what must stay free; below 0 where it is less. */
  readonly spare: number;
}

async function lookAt({ disk, site: { folder } }: RoomContext): Promise<Result<Look>> {
  const space = await disk.space(folder);
  if (!space.ok) return fail(space.failure);
  const { disk: of, freeBytes: free, totalBytes } = space.value;
  const reserve = reserveOf(totalBytes);
  return ok({ folder, disk: of, free, reserve, spare: free - reserve });
}

/** There is not enough room by the look that was taken, which it brings along in words. */
interface TooFull extends Failure {
  readonly amounts: string;
  /** Bytes that found none; 0 where there is room for nothing. */
  readonly refused: number;
}

/** From how many bytes on there is no room, as far as this failure shows: a smaller file may fit all the same. */
export function refusedFrom(failure: Failure): number {
  return isLookedAt(failure) ? failure.refused : 0;
}

function isLookedAt(failure: Failure): failure is TooFull {
  return 'amounts' in failure;
}

/** What the system itself says of a full disk, it says without the disk and the room that is left. */
export function withDisk(failure: Failure, { folder, amounts }: FullDisk): Failure {
  if (failure.detail === undefined) return failure;
  return { ...failure, message: `${failure.message} ${amounts ?? `It is the disk of ${folder}`}.` };
}

/** `others`: bytes that are on their way and will be missing from what is free. */
function tooFull(path: string, bytes: number, look: Look, others = 0): TooFull {
  const amounts = wordsOf(look, others);
  return {
    code: 'disk-full',
    message: `There is not enough room for ${path}: ${needs(bytes)}${amounts}.`,
    hint: 'Free some space, or make files online only. Uploads are not affected.',
    retry: 'later',
    amounts,
    refused: look.spare > 0 ? bytes : 0,
  };
}

/** Of what is fetched without a stated size nobody knows it. */
function needs(bytes: number): string {
  return bytes === 0 ? '' : `it needs ${bytesText(bytes)}, `;
}

function wordsOf({ folder, free, reserve }: Look, others = 0): string {
  const coming = others > 0 ? ` (${bytesText(others)} of it for files on their way)` : '';
  return `${bytesText(free)} is free on the disk of ${folder}${coming}, and ${bytesText(reserve)} must stay free`;
}

/** Not tried, because another file found the disk full. */
export function waitsForRoom(path: string, bytes: number, full: Failure, on: FullDisk): Failure {
  const { code, hint, retry } = full;
  const why = on.amounts === null ? ` on the disk of ${on.folder}` : `: ${needs(bytes)}${on.amounts}`;
  return { code, message: `${path} waits for room${why}.`, hint, retry };
}
