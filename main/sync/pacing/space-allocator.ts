import { bytesText } from '../../../shared/bytes-text.ts';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { SiteContext } from '../context.ts';

/** Bytes that stay free on a disk of this size: 1 GB, or 5 % of one smaller than 20 GB (rule 17). */
function minimumFree(totalBytes: number): number {
  return Math.min(1_000_000_000, totalBytes * 0.05);
}

/** Downloads of unknown size: the free space is measured anew after this many bytes. */
export const MEASURE_EVERY_BYTES = 16 * 1024 * 1024;

/** The site that something is fetched for. */
interface SpaceContext extends Pick<SiteContext, 'disk'> {
  readonly site: Pick<SiteContext['site'], 'folder'>;
}

/** Null if these bytes fit and leave free what must stay free (rule 17). */
export async function checkSpace(
  context: SpaceContext,
  bytes: number,
  path: string,
): Promise<Failure | null> {
  const space = await measure(context);
  if (!space.ok) return space.failure;
  return space.value.spare >= bytes ? null : tooFull(path, bytes, space.value);
}

/** Which disk is full, and how much of it is free, in words. Null if the amount does not explain it. */
export interface FullDisk {
  readonly folder: string;
  readonly amounts: string | null;
}

/** The disk that a file found full. `drive`: the folder in the site that it is mounted at; '' for the site's own disk. */
export async function fullDisk(
  { disk, site }: SpaceContext,
  failure: Failure,
  drive: string,
): Promise<FullDisk> {
  const folder = drive === '' ? site.folder : `${site.folder}/${drive}`;
  if (isTooFull(failure)) return { folder, amounts: failure.amounts };
  const space = await measure({ disk, site: { folder } });
  // A quota or the list of files may be used up while much of the disk is free.
  return { folder, amounts: space.ok && space.value.spare < 0 ? wordsOf(space.value) : null };
}

/** With this many bytes more than must stay free, nobody else uses the disk up before it is next measured. */
const AMPLE = 1024 * 1024 * 1024;
/** Milliseconds. */
const MEASURE_EVERY = 1000;

interface AllocatorContext extends SpaceContext, Pick<SiteContext, 'env' | 'reservations'> {}

/** Allocates disk space to the downloads into one site's folder: where it is ample, it is measured once a second. */
export class SpaceAllocator {
  readonly #context: AllocatorContext;
  /** The name of the disk; null before its space was measured. */
  #disk: string | null = null;
  #measuredAt = -Infinity;
  /** Bytes that may be allocated before the next measurement. */
  #allowance = 0;

  constructor(context: AllocatorContext) {
    this.#context = context;
  }

  /** Null: the bytes are reserved until they are released. */
  async allocate(bytes: number, path: string): Promise<Failure | null> {
    const { env, reservations } = this.#context;
    const now = env.now();
    const isFresh = now >= this.#measuredAt && now - this.#measuredAt < MEASURE_EVERY;
    if (isFresh && bytes <= this.#allowance) {
      this.#allowance -= bytes;
      this.#reserve(bytes);
      return null;
    }
    const space = await measure(this.#context);
    if (!space.ok) return space.failure;
    // The free space does not show yet what running downloads will need. It is reserved after the measurement, so that
    // a refused download takes nothing from others that ask meanwhile.
    const { spare, disk } = space.value;
    const left = spare - reservations.on(disk) - bytes;
    if (left < 0) return tooFull(path, bytes, space.value, reservations.on(disk));
    this.#disk ??= disk;
    this.#measuredAt = now;
    this.#allowance = left - AMPLE;
    this.#reserve(bytes);
    return null;
  }

  /** To be called when the bytes are on the disk, or will not come. */
  release(bytes: number): void {
    this.#reserve(-bytes);
  }

  #reserve(bytes: number): void {
    if (this.#disk !== null) this.#context.reservations.add(this.#disk, bytes);
  }
}

/** The space of one download. Bytes that were written show as used on the disk, and are reserved no longer. */
export class DownloadSpace {
  readonly #allocator: SpaceAllocator;
  readonly #path: string;
  /** Bytes; `#written` of them are on the disk. */
  #allocated = 0;
  #written = 0;

  constructor(allocator: SpaceAllocator, path: string) {
    this.#allocator = allocator;
    this.#path = path;
  }

  async allocate(bytes: number): Promise<Failure | null> {
    const full = await this.#allocator.allocate(bytes, this.#path);
    if (full === null) this.#allocated += bytes;
    return full;
  }

  written(bytes: number): void {
    const some = Math.min(bytes, this.#allocated - this.#written);
    this.#written += some;
    this.#allocator.release(some);
  }

  /** The download begins anew: what was written is thrown away. */
  restarted(): void {
    this.#allocator.release(-this.#written);
    this.#written = 0;
  }

  release(): void {
    this.#allocator.release(this.#allocated - this.#written);
    this.#allocated = 0;
    this.#written = 0;
  }
}

/** The disk of a folder; all in bytes. */
interface Space {
  readonly folder: string;
  readonly disk: string;
  readonly free: number;
  readonly reserve: number;
  /** What is free beyond what must stay free. Negative if less is free. */
  readonly spare: number;
}

async function measure({ disk, site: { folder } }: SpaceContext): Promise<Result<Space>> {
  const space = await disk.space(folder);
  if (!space.ok) return fail(space.failure);
  const { disk: of, freeBytes: free, totalBytes } = space.value;
  const reserve = minimumFree(totalBytes);
  return ok({ folder, disk: of, free, reserve, spare: free - reserve });
}

/** Not enough space: the failure says how much there was. */
interface TooFull extends Failure {
  readonly amounts: string;
  /** Bytes that did not fit; 0 if nothing fits. */
  readonly refused: number;
}

/** The smallest size, in bytes, that does not fit as far as this failure shows. Smaller files may still fit. */
export function refusedFrom(failure: Failure): number {
  return isTooFull(failure) ? failure.refused : 0;
}

function isTooFull(failure: Failure): failure is TooFull {
  return 'amounts' in failure;
}

/** Adds disk and free space to the system's own words about a full disk, which do not say them. */
export function withDisk(failure: Failure, { folder, amounts }: FullDisk): Failure {
  if (failure.detail === undefined) return failure;
  return { ...failure, message: `${failure.message} ${amounts ?? `It is the disk of ${folder}`}.` };
}

/** `others`: bytes that other downloads are about to use. */
function tooFull(path: string, bytes: number, space: Space, others = 0): TooFull {
  const amounts = wordsOf(space, others);
  return {
    code: 'disk-full',
    message: `There is not enough room for ${path}: ${needs(bytes)}${amounts}.`,
    hint: 'Free some space, or make files online only. Uploads are not affected.',
    retry: 'later',
    amounts,
    refused: space.spare > 0 ? bytes : 0,
  };
}

/** Empty for a download of unknown size. */
function needs(bytes: number): string {
  return bytes === 0 ? '' : `it needs ${bytesText(bytes)}, `;
}

function wordsOf({ folder, free, reserve }: Space, others = 0): string {
  const coming = others > 0 ? ` (${bytesText(others)} of it for files on their way)` : '';
  return `${bytesText(free)} is free on the disk of ${folder}${coming}, and ${bytesText(reserve)} must stay free`;
}

/** Is it the failure of a file that was not tried? */
export function isOfWaiting(failure: Failure): boolean {
  return failure.detail === undefined && !isTooFull(failure);
}

/** For a file that was not tried because another one found the disk full. */
export function waitsForSpace(path: string, bytes: number, full: Failure, on: FullDisk): Failure {
  const { code, hint, retry } = full;
  const why = on.amounts === null ? ` on the disk of ${on.folder}` : `: ${needs(bytes)}${on.amounts}`;
  return { code, message: `${path} waits for room${why}.`, hint, retry };
}
