import Database from 'better-sqlite3';

/** What better-sqlite3 takes; its types leave out the name of the function. */
interface Loader {
  readonly loadExtension: (library: string, name: string) => unknown;
}

/**
 * Gives the system all memory that was freed. glibc itself gives it back from the ends of its heaps alone, where one small
 * block keeps megabytes. `malloc_trim` gives back what lies between, in 3 to 10 ms, but Node calls no function of a library.
 * SQLite's loader of extensions does. Of what it passes, this one takes the first as a number: how many bytes to leave at the
 * end of the main heap, which is trimmed without us. It answers 1 if something was given back, which SQLite takes for a failure.
 * Other systems and libraries have no such function, and nothing happens.
 */
export function giveBackFreed(): void {
  let db: Database.Database | null = null;
  try {
    db = new Database(':memory:');
    const loader: Loader = db;
    loader.loadExtension('libc.so.6', 'malloc_trim');
  } catch {
    // Done, or not to be had.
  } finally {
    db?.close();
  }
}
