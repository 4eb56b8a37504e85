import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../version.ts';
import type { DesktopOptions } from './desktop-options.ts';
import { startAgain } from './start-again.ts';
import { WORDS } from './words.ts';

export interface FaultsOptions extends Pick<
  DesktopOptions,
  'argv' | 'data' | 'electron' | 'env' | 'execPath' | 'onFault'
> {
  /** What led to it. */
  readonly lines: () => readonly string[];
  /** Is the window on screen now? */
  readonly isSeen: () => boolean;
}

/** What meets a fault so soon after its start would only meet it again, ms. */
const SOON = 10 * 60_000;

/**
 * Sees to faults of our own in the main process. Electron would show the stack to the person, over and over, and go on
 * with whatever came to a halt by it: a site that nobody looks at any more, without a word. A crash is just a pause, so
 * SiteSync ends as if it were killed, and is there again as it was. What it was stands in a file of the data folder.
 */
export function watchFaults(options: FaultsOptions): void {
  const { data, electron, isSeen, lines } = options;
  const began = Date.now();
  const file = join(data, 'last-fault.txt');
  let isOver = false;
  options.onFault((error) => {
    // Others may follow from it.
    if (isOver) return;
    isOver = true;
    const stack = error instanceof Error ? error.stack : String(error);
    try {
      const text = [`${new Date().toISOString()} SiteSync ${VERSION}`, stack, ...lines(), ''].join('\n');
      writeFileSync(file, text, { mode: 0o600 });
    } catch {
      // The disk may be what it is about.
    }
    if (Date.now() - began < SOON) electron.dialog.showErrorBox(WORDS.fault, WORDS.faultWhy(file));
    else startAgain(options, !isSeen());
    electron.app.exit(1);
  });
}
