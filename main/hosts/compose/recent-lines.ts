/** Enough to see what led to a fault, little enough to read. */
const KEPT = 2000;

/** The last lines of the log, for the diagnostics. */
export class RecentLines {
  #lines: string[] = [];

  add(line: string): void {
    this.#lines.push(`${new Date().toISOString()} ${line}`);
    if (this.#lines.length > KEPT * 2) this.#lines = this.#lines.slice(-KEPT);
  }

  all(): readonly string[] {
    return this.#lines.slice(-KEPT);
  }
}
