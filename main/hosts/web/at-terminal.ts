import { once } from 'node:events';
import { createInterface } from 'node:readline';
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
  const lines = process.stdin.isTTY ? createInterface({ input: process.stdin }) : null;
  if (lines !== null) {
    say('Press Enter for another address.');
    lines.on('line', () => say(`SiteSync is open at ${host.newAddress()}`));
  }
  if (!stopping.aborted) await once(stopping, 'abort');
  lines?.close();
}
