import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../version.ts';
import type { DesktopOptions } from './desktop-options.ts';
import { startAgain } from './computer/start-again.ts';
import { WORDS } from './words.ts';

export interface FaultsOptions extends Pick<
  DesktopOptions,
  'argv' | 'data' | 'electron' | 'env' | 'execPath' | 'onFault'
> {
  /** The log lines that led to the fault. */
  readonly lines: () => readonly string[];
  readonly standing: () => Standing;
}

/** `seen`: its window is on screen; `ending`: somebody has quit it. */
export type Standing = 'seen' | 'hidden' | 'ending';

/** A fault within this time after the start would only come again after another start, ms. */
const SOON = 10 * 60_000;

/**
 * Handles faults of our own in the main process. Electron would show the stack again and again, and continue with
 * whatever the fault broke: a site might silently stop syncing. A crash is just a pause, so SiteSync ends as if killed
 * and starts again as it was, unless somebody has quit it. A file in the data folder says what happened.
 */
export function watchFaults(options: FaultsOptions): void {
  const { data, electron, lines } = options;
  const began = Date.now();
  const file = join(data, 'last-fault.txt');
  let isOver = false;
  options.onFault((error) => {
    // Further faults may follow from the first.
    if (isOver) return;
    isOver = true;
    const stack = error instanceof Error ? error.stack : String(error);
    try {
      const text = [`${new Date().toISOString()} SiteSync ${VERSION}`, stack, ...lines(), ''].join('\n');
      writeFileSync(file, text, { mode: 0o600 });
    } catch {
      // The disk itself may be the fault.
    }
    const standing = options.standing();
    if (standing !== 'ending') {
      if (Date.now() - began < SOON) electron.dialog.showErrorBox(WORDS.fault, WORDS.faultWhy(file));
      else startAgain(options, standing === 'hidden');
    }
    electron.app.exit(1);
  });
}
