import { readBytes } from '../read-bytes.ts';
import { keepFragments, keptFragments } from './fragment-cache.ts';
import { readIfcHeader } from './ifc-header.ts';
import { MOST_BYTES, type FromIfc, type ToIfc } from './ifc-messages.ts';
import { mended } from './mended.ts';

addEventListener('message', ({ data }: MessageEvent<ToIfc>) => void open(data));

async function open({ url, wasm }: ToIfc): Promise<void> {
  const onProgress = (done: number): void => tell({ kind: 'progress', step: 'reading', done });
  const read = await readBytes(url, { limit: MOST_BYTES, onProgress });
  if (!read.ok) return tell({ kind: 'unread', fault: read.fault, size: read.size });
  const header = readIfcHeader(read.bytes);
  if ('code' in header) return tell({ kind: 'fault', fault: header });
  const { isPartial } = header;
  const key = await hashOf(read.bytes);
  const kept = await keptFragments(key);
  if (kept !== null) return tell({ kind: 'ready', fragments: kept, isPartial, isKept: true });
  try {
    const fragments = await convert(isPartial ? mended(read.bytes) : read.bytes, wasm);
    await keepFragments(key, fragments);
    tell({ kind: 'ready', fragments, isPartial, isKept: false });
  } catch (error) {
    if (error instanceof LibraryMissing || !(await isThere(wasm)))
      return tell({ kind: 'fault', fault: { code: 'part-missing', detail: '' } });
    // For such a file the libraries throw errors about their own internals.
    const detail = error instanceof Error ? error.message : String(error);
    tell({ kind: 'fault', fault: { code: isPartial ? 'cut' : 'broken', detail: detail.slice(0, 120) } });
  }
}

async function convert(bytes: Uint8Array, wasm: string): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded only now: that takes longer than seeing that a file is no model, or was converted before.
  const { ifcImporter } = await library();
  const importer = ifcImporter(wasm);
  const fragments = await importer.process({
    bytes,
    progressCallback: (done) => tell({ kind: 'progress', step: 'converting', done }),
  });
  return new Uint8Array(fragments);
}

/** The library could not be loaded, so the file is not at fault. */
class LibraryMissing extends Error {}

async function library() {
  try {
    return await import('./importer.ts');
  } catch (cause) {
    throw new LibraryMissing('No library', { cause });
  }
}

async function isThere(wasm: string): Promise<boolean> {
  try {
    const answer = await fetch(`${wasm}web-ifc.wasm`);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function tell(message: FromIfc): void {
  postMessage(message);
}
