import type { ElectronParts } from './electron-parts.ts';

/** Chromium knows about the network and tells main nothing by itself: asked this often, ms. */
const EVERY = 5000;

/** Calls `wake` when the computer comes back from sleep, its screen is unlocked, or a network comes. */
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
