import { mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

/** What `recordsOf` tells of `a.txt`, `b.txt` and `c.txt` before anybody does anything with them. */
export const AS_THEY_WERE = {
  'a.txt': 'other/a.txt: a.txt v1',
  'b.txt': 'other/b.txt: b.txt v1',
  'c.txt': 'other/c.txt: c.txt v1',
};

/** A laptop in step with these three files. The caller closes the world. */
export async function threeInStep(): Promise<{
  readonly world: GuardWorld;
  readonly laptop: GuardLaptop;
  readonly records: ReturnType<typeof recordsOf>;
}> {
  const world = new GuardWorld();
  const laptop = await world.inStep('a.txt', 'b.txt', 'c.txt');
  return { world, laptop, records: recordsOf(world) };
}

export const NO_NEW_RECORD = { created: 0, deletedRemote: 0, problems: [] };

/** A person moves a file, into a folder that may be new. */
export function moveIn({ folder }: Pick<GuardLaptop, 'folder'>, from: string, to: string): void {
  mkdirSync(dirname(join(folder, to)), { recursive: true });
  renameSync(join(folder, from), join(folder, to));
}

/** Returns what the records are called and hold, by the names that they have now; by its id what is new by then. */
export function recordsOf({ service, site }: GuardWorld): () => Readonly<Record<string, string>> {
  const first = new Map(service.files(site).map(({ id, name }) => [id, name]));
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return () =>
    Object.fromEntries(
      service
        .files(site)
        .map((file) => [
          first.get(file.id) ?? file.id,
          `${file.category}/${file.name}: ${text(file.content)}`,
        ]),
    );
}
