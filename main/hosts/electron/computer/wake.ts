import type { ElectronParts } from '../electron-parts.ts';

/** How often Chromium is asked about the network, ms: it does not report changes to main. */
const EVERY = 5000;

/**
 * Calls `wake` when the computer wakes up, its screen is unlocked or the network comes back. Returns how to stop that.
 */
export function watchWaking(
  { net, powerMonitor }: Pick<ElectronParts, 'net' | 'powerMonitor'>,
  wake: () => void,
): () => void {
  let online = net.isOnline();
  const timer = setInterval(() => {
    const now = net.isOnline();
    if (now && !online) wake();
    online = now;
  }, EVERY);
  powerMonitor.on('resume', wake);
  powerMonitor.on('unlock-screen', wake);
  return () => {
    clearInterval(timer);
    powerMonitor.off('resume', wake);
    powerMonitor.off('unlock-screen', wake);
  };
}
