import { splitExtension } from '../../../shared/model/rel-path.ts';

const TEXT = 'text/plain; charset=utf-8';
/** Types that a browser shows without running anything of theirs. Texts of every kind, HTML too, are shown as text. */
const INERT = new Map(
  Object.entries({
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    bmp: 'image/bmp',
    avif: 'image/avif',
    pdf: 'application/pdf',
    mp4: 'video/mp4',
    webm: 'video/webm',
    mp3: 'audio/mpeg',
    wav: 'audio/wav',
    glb: 'model/gltf-binary',
    txt: TEXT,
    log: TEXT,
    md: TEXT,
    csv: TEXT,
    tsv: TEXT,
    json: TEXT,
    ttl: TEXT,
    xml: TEXT,
    html: TEXT,
    htm: TEXT,
  }),
);

/** A type by a file's name that is safe to hand to a browser; bytes to be saved where in doubt (SVG may run scripts). */
export function inertType(name: string): string {
  return INERT.get(splitExtension(name)[1].slice(1).toLowerCase()) ?? 'application/octet-stream';
}

/** The type of a picture by its first bytes; null for what is no picture of a kind that cannot run anything. */
export function pictureType(bytes: Uint8Array): string | null {
  const starts = (at: number, ...expected: readonly number[]): boolean =>
    expected.every((byte, index) => bytes[at + index] === byte);
  if (starts(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (starts(0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0, 0x47, 0x49, 0x46, 0x38) && (bytes[4] === 0x37 || bytes[4] === 0x39) && bytes[5] === 0x61)
    return 'image/gif';
  if (starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp';
  return null;
}
