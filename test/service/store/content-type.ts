import { extname } from 'node:path';

const BY_EXTENSION: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.glb': 'model/gltf-binary',
  '.gltf': 'model/gltf+json',
  '.ifc': 'application/x-step',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.zip': 'application/zip',
};

export const OCTETS = 'application/octet-stream';

/** The media type that a file's name suggests. */
export function contentTypeOf(name: string): string {
  return BY_EXTENSION[extname(name).toLowerCase()] ?? OCTETS;
}
