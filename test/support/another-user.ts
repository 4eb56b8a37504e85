import { chownSync } from 'node:fs';
import { vi } from 'vitest';

const MINE = process.getuid?.() ?? 0;

/** What lies there is from now on that of somebody who is not the administrator, as whom the tests may run. */
export function giveAway(path: string): void {
  if (MINE === 0) chownSync(path, 12_345, 12_345);
}

/** From now on, until the mocks are restored, this program takes itself for one of a third user. */
export function asAnotherUser(): void {
  vi.spyOn(process, 'getuid').mockReturnValue(MINE + 23_456);
}
