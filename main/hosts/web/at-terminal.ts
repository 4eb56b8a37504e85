import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { isInBackground } from '../system/background.ts';
import type { WebHost } from './serve.ts';

/** Prints the address that lets a browser in, and returns it. */
export function printAddress(host: WebHost, say: (line: string) => void): string {
  const address = host.newAddress();
  say(`SiteSync is open at ${address}`);
  say('The address lets one browser in, for a quarter of an hour. Stop with Ctrl+C.');
  return address;
}

/**
 * Waits until stopped. In a terminal, Enter prints another address: for a second browser, or when the first address was
 * used.
 */
export async function untilStopped(
  host: WebHost,
  say: (line: string) => void,
  stopping: AbortSignal,
): Promise<void> {
  const again = (): void => say(`SiteSync is open at ${host.newAddress()}`);
  const begin = (): Interface => {
    say('Press Enter for another address.');
    return createInterface({ input: process.stdin }).on('line', again);
  };
  const stopListening = process.stdin.isTTY ? listenInFront(begin) : null;
  if (!stopping.aborted) await once(stopping, 'abort');
  stopListening?.();
}

/** Listens to what is typed for as long as the program is in front of its terminal. Returns how to end that. */
function listenInFront(begin: () => Interface): () => void {
  let lines: Interface | null = null;
  const look = (): void => {
    if (isInBackground()) lines?.pause();
    else lines = lines?.resume() ?? begin();
  };
  look();
  // The shell sends it each time that it takes up what stood still, in front or in the background. Windows knows neither.
  if (process.platform !== 'win32') process.on('SIGCONT', look);
  return () => {
    process.off('SIGCONT', look);
    lines?.close();
  };
}
