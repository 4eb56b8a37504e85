import type { Failure } from '../../../../shared/failure.ts';
import type { RemoteFile } from '../../../engine/trees.ts';
import type { SiteContext } from '../../context.ts';
import { MEASURE_EVERY_BYTES, checkSpace } from '../../pacing/space-allocator.ts';

/** Fewer bytes than this within this time (ms) are no progress: the transfer leaves its slot to others and goes on later. */
const CRAWL_BYTES = 64 * 1024;
const CRAWL_MS = 5 * 60 * 1000;

/** Why a download that is under way is ended: `damaged` throws its bytes away, `broken` keeps them for the next try. */
export type Ended =
  | { readonly kind: 'damaged'; readonly why: string }
  | { readonly kind: 'broken' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Watches a download under way: it must not outgrow its announced size, fill the disk, or crawl for ever. */
export class DownloadWatchdog {
  readonly #context: SiteContext;
  readonly #path: string;
  readonly #most: number | null;
  /** At this many bytes the free space is measured next. */
  #measureAt: number;
  #window: { readonly since: number; readonly bytes: number; readonly pauses: number };

  constructor(
    context: SiteContext,
    { size }: Pick<RemoteFile, 'size'>,
    path: string,
    offset: number,
    announced: number | null,
  ) {
    this.#context = context;
    this.#path = path;
    // Space was allocated for the record's size: a reply that announces more may not use more.
    this.#most = size ?? announced;
    this.#measureAt = size === null ? offset : Infinity;
    this.#window = { since: context.env.now(), bytes: offset, pauses: context.pauseSwitch.pauses };
  }

  /** Why to end it now that this many bytes are here; null to go on. */
  async check(bytes: number): Promise<Ended | null> {
    if (this.#most !== null && bytes > this.#most)
      return { kind: 'damaged', why: `it is longer than the ${this.#most} bytes announced` };
    if (bytes >= this.#measureAt) {
      const full = await checkSpace(this.#context, 0, this.#path);
      if (full !== null) return { kind: 'failed', failure: full };
      this.#measureAt = bytes + MEASURE_EVERY_BYTES;
    }
    return this.#crawls(bytes) ? { kind: 'broken' } : null;
  }

  /** If the person set a limit or paused, a crawl is no fault of the service. */
  #crawls(bytes: number): boolean {
    const { env, pauseSwitch, down } = this.#context;
    const now = env.now();
    const { since, pauses } = this.#window;
    const isOne = now >= since && pauseSwitch.pauses === pauses;
    if (isOne && now - since < CRAWL_MS) return false;
    const crawls = isOne && down.unlimited && bytes - this.#window.bytes < CRAWL_BYTES;
    this.#window = { since: now, bytes, pauses: pauseSwitch.pauses };
    return crawls;
  }
}
