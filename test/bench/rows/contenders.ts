import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fill, type Shape } from '../harness/place.ts';
import { runNode } from '../harness/programs.ts';
import type { Bench } from '../harness/row.ts';
import type { Sample } from '../harness/samples.ts';
import { startLeanService, type Service } from '../service/start-lean-service.ts';
import type { SyncArguments } from '../ours/sync.child.ts';

/** Slots that SiteSync has for small files. The others get as many. */
export const LANES = 8;

/** The lean client that also keeps the rules of the design, and does nothing else. */
export const BY_THE_RULES = 'lean client by the rules';

/** The folder and the service of one run. */
export interface Work {
  readonly folder: string;
  readonly url: string;
}

/** Runs one cycle of SiteSync, from nothing. */
export function runSync({ folder, url }: Work, more: Partial<SyncArguments> = {}): Promise<Sample> {
  return runNode('ours/sync.child.ts', {
    data: join(folder, 'data'),
    folder: join(folder, 'site'),
    url,
    list: true,
    ...more,
  });
}

/** Runs one of the lean clients on the same folders. */
export function runLean(script: string, { folder, url }: Work): Promise<Sample> {
  return runNode(`lean/${script}`, {
    folder: join(folder, 'site'),
    database: join(folder, 'lean.sqlite'),
    url,
    lanes: LANES,
  });
}

/** A new service and new folders for each run of an upload, so that no run meets what another left. */
export class Uploads {
  work: Work = { folder: '', url: '' };
  readonly #make: () => Promise<Service>;
  #service: Service | null = null;

  constructor(bench: Bench, name: string, shape: Shape, latencyMs = 0) {
    this.#make = async () => {
      const folder = bench.place.folder(name);
      const service = await startLeanService({ folder: join(folder, 'service'), latencyMs });
      mkdirSync(join(folder, 'site'));
      fill(join(folder, 'site'), shape);
      this.work = { folder, url: service.url };
      return service;
    };
  }

  readonly prepare = async (): Promise<void> => {
    await this.close();
    this.#service = await this.#make();
  };

  async close(): Promise<void> {
    await this.#service?.close();
    this.#service = null;
  }
}
