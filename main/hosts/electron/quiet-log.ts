import type { Writable } from 'node:stream';
import { plain } from '../system/plain-line.ts';

/**
 * Writes texts to stderr if `SITESYNC_LOG` is set, for people who look for a fault. The diagnostics keep the last ones
 * anyway.
 */
export function quietLog(env: NodeJS.ProcessEnv, stderr: Writable = process.stderr): (text: string) => void {
  if ((env['SITESYNC_LOG'] ?? '') === '') return () => undefined;
  // A reader that is gone is no reason to end.
  stderr.on('error', () => undefined);
  // The stack of an error has several lines, with names of other people in them.
  return (text) => void stderr.write(`${text.split('\n').map(plain).join('\n')}\n`);
}
