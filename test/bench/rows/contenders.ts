import { join } from 'node:path';
import { runNode } from '../harness/programs.ts';
import type { Sample } from '../harness/samples.ts';
import type { SyncArguments } from '../ours/sync.child.ts';

/** Slots for small files that SiteSync has; the others get as many. */
export const LANES = 8;

/** Where one run keeps its things. */
export interface Work {
  readonly folder: string;
  readonly url: string;
}

/** One cycle of SiteSync, from nothing. */
export function runSync({ folder, url }: Work, more: Partial<SyncArguments> = {}): Promise<Sample> {
  return runNode('ours/sync.child.ts', {
    data: join(folder, 'data'),
    folder: join(folder, 'site'),
    url,
    list: true,
    ...more,
  });
}

/** One of the lean clients, on the same folders. */
export function runLean(script: string, { folder, url }: Work): Promise<Sample> {
  return runNode(`lean/${script}`, {
    folder: join(folder, 'site'),
    database: join(folder, 'lean.sqlite'),
    url,
    lanes: LANES,
  });
}
