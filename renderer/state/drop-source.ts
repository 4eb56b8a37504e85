import { CallFailed } from '../../shared/ipc/client.ts';
import type { FailureWords } from '../../shared/ipc/define.ts';
import { authorization } from './web-session.ts';

/**
 * How files that were dropped or chosen in this window reach the engine. In the desktop app the engine gets their
 * paths, and walks and copies them itself (`drop.review` with `paths`). A browser gives no paths, so the page lists the
 * files (`files`) and uploads the bytes of those that were accepted.
 */
export type DropSource = PathSource | UploadSource;

export interface PathSource {
  readonly kind: 'paths';
  /** Absolute path of a dropped or chosen file or folder; null for one that has none on this computer. */
  readonly pathOf: (file: File) => string | null;
}

export interface UploadSource {
  readonly kind: 'uploads';
  /**
   * Hands over the bytes of one accepted file. `upload` is what `drop.accept` answered, `index` that of its row. Rejects
   * with `CallFailed`, as a call does; an aborted signal ends it in the middle.
   */
  readonly send: (upload: string, index: number, bytes: Blob, signal: AbortSignal) => Promise<void>;
}

const BROKEN_OFF: FailureWords = {
  code: 'offline',
  message: 'SiteSync stopped taking the files in the middle of one.',
  hint: 'Nothing was added. Look whether SiteSync is still running, then drop them again.',
  retry: 'now',
};

const SHUT_OUT: FailureWords = {
  code: 'sign-in',
  message: 'SiteSync was restarted and does not know this page.',
  hint: 'Open the address that it printed, then drop the files again.',
  retry: 'on-sign-in',
};

/** Files go to the host by PUT, each as a stream that the browser reads from the disk. */
export const webUploads: UploadSource = {
  kind: 'uploads',
  send: async (upload, index, bytes, signal) => {
    const request = { method: 'PUT', headers: authorization(), body: bytes, signal };
    const response = await fetch(`./${upload}/${index}`, request).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new CallFailed(BROKEN_OFF, { cause: error });
    });
    if (!response.ok) throw new CallFailed(await wordsOf(response));
  },
};

async function wordsOf(response: Response): Promise<FailureWords> {
  if (response.status === 409) return (await response.json()) as FailureWords;
  return response.status === 401 ? SHUT_OUT : BROKEN_OFF;
}
