/** The most bytes kept; models not viewed for the longest time go first. */
const MOST_BYTES = 500_000_000;
const DATABASE = 'sitesync-previews';
const STORE = 'models';
/** Change it when the conversion changes: what older versions stored is then not read. */
const VERSION = 2;

interface Kept {
  readonly key: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly usedAt: number;
}

/**
 * Models converted earlier, by the hash of their file. It only saves time: if the browser has no storage, or loses it,
 * each is converted again.
 */
export async function keptFragments(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return inStore(async (store) => {
    const kept = (await done(store.get(key))) as Kept | undefined;
    if (kept === undefined) return null;
    store.put({ ...kept, usedAt: Date.now() });
    return kept.bytes;
  });
}

export async function keepFragments(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  if (bytes.length > MOST_BYTES / 2) return;
  await inStore(async (store) => {
    const others = (await done(store.getAll())) as Kept[];
    let room = MOST_BYTES - bytes.length;
    for (const other of others.toSorted((a, b) => b.usedAt - a.usedAt)) {
      room -= other.bytes.length;
      if (room < 0) store.delete(other.key);
    }
    store.put({ key, bytes, usedAt: Date.now() } satisfies Kept);
    return null;
  });
}

/** Null also if there is no storage. */
async function inStore<T>(act: (store: IDBObjectStore) => Promise<T | null>): Promise<T | null> {
  try {
    const opening = indexedDB.open(DATABASE, VERSION);
    opening.addEventListener('upgradeneeded', () => {
      const { result } = opening;
      if (result.objectStoreNames.contains(STORE)) result.deleteObjectStore(STORE);
      result.createObjectStore(STORE, { keyPath: 'key' });
    });
    const database = await done(opening);
    const transaction = database.transaction(STORE, 'readwrite');
    const finished = new Promise((resolve) => {
      for (const name of ['complete', 'abort', 'error']) transaction.addEventListener(name, resolve);
    });
    const value = await act(transaction.objectStore(STORE));
    await finished;
    database.close();
    return value;
  } catch {
    return null;
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no storage')));
  });
}
