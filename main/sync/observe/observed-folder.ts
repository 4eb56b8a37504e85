import type { Failure } from '../../../shared/failure.ts';
import type { SiteContext } from '../context.ts';
import type { ScanReport, ScanScope } from '../ports/disk.ts';
import { isForbidden, mayHoldMissing } from './scan-problems.ts';
import { scanSite } from './scan.ts';

/** Files may be moved all the time; then the last one counts. */
const LOOKS = 2;

/**
 * What a cycle saw of the site's folder. A file that is missing in some folders may lie in another by now: only where all
 * was looked at since, and nothing moved meanwhile, does its absence say that a person deleted it.
 */
export class ObservedFolder {
  /** Why it could not be looked at again: then nothing in it is as planned, and never will be. */
  fault: Failure | null = null;
  readonly #context: SiteContext;
  #report: ScanReport;
  #isWhole: boolean;
  /** Folders that the look before the last one was not let into. */
  #forbidden: ReadonlySet<string> = new Set();

  /** `scope`: of the look that this is a report of. */
  constructor(context: SiteContext, scope: ScanScope | null, report: ScanReport) {
    this.#context = context;
    this.#report = report;
    this.#isWhole = scope === null && !report.shifted;
  }

  /** Of the last look at all of it, or the first one; of later ones what they could not read. */
  get report(): ScanReport {
    return this.#report;
  }

  /** All of it was looked at since anything may have moved. */
  get isWhole(): boolean {
    return this.#isWhole && !this.#report.unreadable.some(mayHoldMissing);
  }

  /**
   * What is missing is gone, and lies in no folder unseen. Whoever may not read a folder moves nothing into it; but one may
   * be forbidden for a moment, as while a program that looks for viruses holds it, so two looks have to say that.
   */
  get provesMissing(): boolean {
    const forbidden = this.#report.unreadable.filter(isForbidden);
    return this.isWhole && forbidden.every(({ folder }) => this.#forbidden.has(folder));
  }

  /** Looks at these folders again, in which something was not as planned. */
  async lookAt(folders: readonly string[]): Promise<void> {
    this.#isWhole = false;
    await this.#look({ below: [], directly: folders });
  }

  /** Looks at all of it, so that what is missing is; more than once where something was moved, or forbidden, meanwhile. */
  async lookAtAll(): Promise<void> {
    const { progress, site } = this.#context;
    progress.phase('scanning', site.id);
    let isUnsure = true;
    for (let look = 0; look < LOOKS && isUnsure; look++) {
      this.#isWhole = await this.#look(null);
      isUnsure = this.isWhole && (this.#report.shifted || !this.provesMissing);
    }
  }

  /** What a look at some folders could not read may be judged no more than what the look before it could not. */
  #withUnread({ unreadable }: ScanReport): ScanReport {
    return { ...this.#report, unreadable: [...this.#report.unreadable, ...unreadable] };
  }

  async #look(scope: ScanScope | null): Promise<boolean> {
    const scanned = await scanSite(this.#context, this.#context.site, scope);
    this.fault = scanned.ok ? null : scanned.failure;
    if (!scanned.ok) return false;
    this.#forbidden = new Set(this.#report.unreadable.filter(isForbidden).map(({ folder }) => folder));
    this.#report = scope === null ? scanned.value : this.#withUnread(scanned.value);
    return true;
  }
}
