/** Why bytes cannot be had: no copy is here, no answer comes, or there are too many. */
export type ContentFault = 'not-here' | 'not-read' | 'too-large';

export type ReadBytes =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  /** `size`: the bytes received so far, or as stated. */
  | { readonly ok: false; readonly fault: ContentFault; readonly size: number };

interface Reading {
  /** The most bytes to read. */
  readonly limit: number;
  readonly signal?: AbortSignal;
  /** Called with the bytes received so far. */
  readonly onProgress?: (done: number) => void;
}

/** All bytes at an address, for pages and workers. Rejects only if the signal aborts it. */
export async function readBytes(url: string, { limit, signal, onProgress }: Reading): Promise<ReadBytes> {
  try {
    const response = await fetch(url, signal === undefined ? {} : { signal });
    if (!response.ok) return failed(response.status === 404 ? 'not-here' : 'not-read');
    const stated = Number(response.headers.get('content-length'));
    if (stated > limit) {
      await response.body?.cancel();
      return failed('too-large', stated);
    }
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let done = 0;
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      done += chunk.length;
      if (done > limit) return failed('too-large', done);
      onProgress?.(done);
    }
    return { ok: true, bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()) };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return failed('not-read');
  }
}

function failed(fault: ContentFault, size = 0): ReadBytes {
  return { ok: false, fault, size };
}
