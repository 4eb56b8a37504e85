import { randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { OpId } from '../../../shared/model/ids.ts';
import type { Environment } from '../../sync/ports/environment.ts';
import { timeText } from './time-text.ts';

/** The real clock, chance and names of this computer. */
export function realEnvironment(): Environment {
  return {
    now: () => Date.now(),
    // The shortest timer is a millisecond: long work that lets others in between would mostly wait.
    sleep: (ms, signal) => {
      const options = signal === undefined ? {} : { signal };
      return (ms <= 0 ? nextTurn(undefined, options) : delay(ms, undefined, options)).catch(() => undefined);
    },
    newOpId: () => randomUUID() as OpId,
    newFolderId: () => randomUUID(),
    newGeneration: () => randomUUID(),
    random: () => randomBytes(4).readUInt32BE() / 2 ** 32,
    // A colon has no place in names of files.
    stamp: (at) => timeText(at).replace(':', ''),
    device: hostname(),
    platform: process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux',
  };
}
