import { Sha256 } from './sha256.ts';

/** Up to this size a file is held in memory, where the browser's own hash is several times faster. */
const WHOLE = 16 * 1024 * 1024;

/** SHA-256 of a file of any size, as hex. */
export async function hashOf(file: Blob): Promise<string> {
  if (file.size <= WHOLE) {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  const hash = new Sha256();
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return hash.digest();
    hash.update(value);
  }
}
