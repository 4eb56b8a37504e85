import type { Failure } from '../../../shared/failure.ts';
import type { SiteContext } from '../context.ts';
import type { ScanReport, ScanScope } from '../ports/disk.ts';
import { beginEdition } from '../following/edition.ts';
import { isAsLeft, markerNow, type Unmarked } from '../following/as-left.ts';
import { isForbidden, mayHoldMissing } from './scan-problems.ts';
import { scanSite } from './scan.ts';

/** Looks at most: files may be moved all the time, and then the last look counts. */
const LOOKS = 2;

/**
 * What a cycle saw of the site's folder. A file that is missing in one folder may lie in another by now: its absence counts as
 * a delete only after a look at the whole folder during which nothing moved.
 */
export class ObservedFolder {
  /** Why the last look failed; null if it did not. After a failed look nothing in the folder is as planned. */
  fault: Failure | null = null;
  /** `InFlight.merges` when the cycle had looked at it. */
  readonly merges: number;
  readonly #context: SiteContext;
  readonly #unmarked: Unmarked | null;
  #report: ScanReport;
  #isWhole: boolean;
  /** Folders that the look before the last one was not let into. */
  #forbidden: ReadonlySet<string> = new Set();

  /** `scope`: that of the look which gave this report. `unmarked`: see `lookAtBoth`. */
  constructor(context: SiteContext, scope: ScanScope | null, report: ScanReport, unmarked: Unmarked | null) {
    this.#context = context;
    this.merges = context.inFlight.merges;
    this.#unmarked = unmarked;
    this.#report = report;
    this.#isWhole = scope === null && !report.shifted;
  }

  /** The report of the last look at the whole folder (or of the first look), with what later looks could not read. */
  get report(): ScanReport {
    return this.#report;
  }

  /** The whole folder was looked at, and nothing may have moved since. */
  get isWhole(): boolean {
    return this.#isWhole && !this.#report.unreadable.some(mayHoldMissing);
  }

  /**
   * Missing files are really gone, and lie in no folder that could not be read. Nobody moves files into a folder that they may
   * not read; but a folder may be forbidden for a moment, as while a virus scanner holds it, so two looks have to agree.
   */
  get provesMissing(): boolean {
    return this.isWhole && this.forbidden.every((folder) => this.#forbidden.has(folder));
  }

  /** Folders that the last look was not let into. */
  get forbidden(): readonly string[] {
    return forbiddenIn(this.#report);
  }

  /** Looks again at folders in which something was not as planned. */
  async lookAt(folders: readonly string[]): Promise<void> {
    this.#isWhole = false;
    await this.#look({ below: [], directly: folders });
  }

  /** Looks at the whole folder, to find out what is really missing; again if something was moved or forbidden meanwhile. */
  async lookAtAll(): Promise<void> {
    const { progress, site } = this.#context;
    progress.phase('scanning', site.id);
    let isUnsure = true;
    for (let look = 0; look < LOOKS && isUnsure; look++) {
      this.#isWhole = await this.#look(null);
      isUnsure = this.isWhole && (this.#report.shifted || !this.provesMissing);
    }
  }

  /**
   * Begins the next edition of the folder, unless its marker could not be replaced. False if another folder is in its place, or
   * none: see `fault`. What else is wrong with the marker, the steps find out.
   */
  async beginEdition(): Promise<boolean> {
    const { site } = this.#context;
    const marker = await markerNow(this.#context, site, this.#unmarked);
    const isOwn = marker.ok && isAsLeft(this.#context, site, marker.value);
    const begun = isOwn ? await beginEdition(this.#context, site, marker.value) : marker;
    if (begun.ok || begun.failure.code !== 'folder-missing') return true;
    this.fault = begun.failure;
    return false;
  }

  /** Adds what a look at some folders could not read to what the looks before could not. */
  #withUnread({ unreadable }: ScanReport): ScanReport {
    return { ...this.#report, unreadable: [...this.#report.unreadable, ...unreadable] };
  }

  async #look(scope: ScanScope | null): Promise<boolean> {
    const scanned = await scanSite(this.#context, this.#context.site, scope, this.#unmarked);
    this.fault = scanned.ok ? null : scanned.failure;
    if (!scanned.ok) return false;
    this.#forbidden = new Set(this.forbidden);
    this.#report = scope === null ? scanned.value : this.#withUnread(scanned.value);
    return true;
  }
}

function forbiddenIn({ unreadable }: ScanReport): readonly string[] {
  return [...new Set(unreadable.filter(isForbidden).map(({ folder }) => folder))];
}
