import type { SimLaptop } from './sim-laptop.ts';

/** What goes wrong for a while: each returns what ends it. */

export function unmount(laptop: SimLaptop): () => void {
  const person = laptop.disk.person(laptop.folder);
  return person.has('.sitesync/site.json') ? person.unmount() : () => undefined;
}

export function fill(laptop: SimLaptop): () => void {
  laptop.disk.setFree(20);
  return () => laptop.disk.setFree(2 ** 40);
}

export function protect(laptop: SimLaptop): () => void {
  laptop.disk.setReadOnly(true);
  return () => laptop.disk.setReadOnly(false);
}

export function disconnect(laptop: SimLaptop): () => void {
  laptop.client.offline = true;
  return () => {
    laptop.client.offline = false;
  };
}
