import { writeFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { PATIENCE, type Rig } from './rig.ts';

interface Disagreement {
  readonly site: string;
  /** Of the site, with files below `Other`. */
  readonly folder: string;
  /** Edited here and there; its record has this name. */
  readonly edited: string;
  /** New here, and larger than the service takes from then on. */
  readonly refused: string;
  /** A folder in `Other` that goes away, with so many files that their deletes are held. */
  readonly away: string;
  readonly held: number;
}

/** Makes a conflict, a refused file and held deletes, one after the other. */
export async function disagree(
  rig: Rig,
  { site, folder, edited, refused, away, held }: Disagreement,
): Promise<void> {
  const shows = (counts: object): Promise<void> =>
    vi.waitFor(
      async () => expect((await rig.call('app.state', null)).outbox).toMatchObject(counts),
      PATIENCE,
    );
  await rig.call('app.pause', { paused: true });
  const record = rig.service.store.files(site).find(({ name }) => name === edited);
  if (record === undefined) throw new Error(`The service has no ${edited}`);
  await writeFile(join(folder, 'Other', edited), 'mine\n');
  rig.service.store.editFile(record.id, { content: 'theirs\n' });
  await rig.call('app.pause', { paused: false });
  await shows({ conflicts: 1 });
  rig.service.set({ maxUploadBytes: 1000 });
  await writeFile(join(folder, 'Other', refused), Buffer.alloc(5000));
  await shows({ issues: 1 });
  await rename(join(folder, 'Other', away), join(rig.home, 'away'));
  await shows({ held });
}
