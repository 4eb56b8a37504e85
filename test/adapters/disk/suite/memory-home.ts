import { MemoryDisk, type MemoryDiskOptions } from '../../../support/memory/disk/disk.ts';
import type { DiskHome } from './disk-home.ts';

const FOLDER = '/anna/Harbour House';
const OUTSIDE = '/anna/outside';

/** On a disk of its own, or on the one that is given. */
export async function memoryHome(options: MemoryDiskOptions = {}, given?: MemoryDisk): Promise<DiskHome> {
  let time = 1_790_000_000_000;
  const now = (): number => (time += 5);
  const memory = given ?? new MemoryDisk({ ...options, now });
  const outside = memory.person(OUTSIDE);
  outside.write('secret.txt', 'secret');
  memory.person('/anna').makeFolder('');
  const person = memory.person(FOLDER);
  const { disk } = memory.open();
  return {
    disk,
    folder: FOLDER,
    now,
    hands: {
      write: async (path, content) => person.write(path, content),
      replace: async (path, content) => person.replace(path, content),
      append: async (path, content) => person.append(path, content),
      rename: async (from, to) => person.rename(from, to),
      remove: async (path) => person.remove(path),
      makeFolder: async (path) => person.makeFolder(path),
      link: async (path) => person.link(path),
      hardLink: async (path, second) => person.hardLink(path, second),
      pipe: async (path) => person.pipe(path),
      setTime: async (path, ns) => person.setTime(path, ns),
      denied: async (path, what, work) => {
        person.deny(path, what);
        try {
          return await work();
        } finally {
          person.deny(path, null);
        }
      },
      unmount: async () => {
        const back = person.unmount();
        return async () => back();
      },
      plugIn: async (path) => {
        const takeOut = person.plugIn(path, person.newDrive('stick'));
        return async () => takeOut();
      },
      files: async () => texts(person.files()),
      outside: async () => texts(outside.files()),
    },
    close: () => disk.close(),
  };
}

function texts(files: ReadonlyMap<string, Uint8Array>): Record<string, string> {
  return Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]));
}
