import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE } from './rig.ts';

/** Waits until the focus is on what is named, and nowhere else. */
export async function hasFocus(element: Locator): Promise<void> {
  await element.waitFor();
  await expect.poll(() => element.evaluate((each) => each === document.activeElement), PATIENCE).toBe(true);
}
