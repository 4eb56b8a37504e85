import type { UploadSource } from '../../../state/drop-source.ts';

export interface Sending {
  readonly index: number;
  readonly file: Blob;
}

/** A browser opens six connections to a host; two are left for pictures and previews. */
const AT_ONCE = 4;

/** Sends the bytes to the host that opened `upload` for them. Rejects with the first failure, and aborts the rest. */
export async function sendFiles(
  { send }: UploadSource,
  upload: string,
  files: readonly Sending[],
  signal: AbortSignal,
): Promise<void> {
  const halt = new AbortController();
  const either = AbortSignal.any([signal, halt.signal]);
  const waiting = files.values();
  const sendNext = async (): Promise<void> => {
    for (const { index, file } of waiting) await send(upload, index, file, either);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, files.length) }, sendNext));
  } catch (error) {
    halt.abort();
    throw error;
  }
}
