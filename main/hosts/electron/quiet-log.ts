import type { Writable } from 'node:stream';
import { plain } from '../system/plain-line.ts';

/**
 * Texts for whoever looks for a fault: on stderr where `SITESYNC_LOG` is set. The diagnostics keep the last ones anyway.
 */
export function quietLog(env: NodeJS.ProcessEnv, stderr: Writable = process.stderr): (text: string) => void {
  if ((env['SITESYNC_LOG'] ?? '') === '') return () => undefined;
  // Whoever read them may have gone: no reason to end.
  stderr.on('error', () => undefined);
  // The stack of an error has several lines, with names of other people in them.
  return (text) => void stderr.write(`${text.split('\n').map(plain).join('\n')}\n`);
}
