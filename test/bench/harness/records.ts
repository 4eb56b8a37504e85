import { hash, randomUUID } from 'node:crypto';
import type { FileId, OpId, RemoteFingerprint, SiteId } from '../../../shared/model/ids.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { contentHashOf, simulatedPath } from './simulated.ts';

/** Records in memory, as the REST adapter passes them on, to fill a mirror with. */
export function records(count: number, site: SiteId, from = 0): readonly SiteFile[] {
  return Array.from({ length: count }, (_, step): SiteFile => {
    const n = from + step;
    const path = simulatedPath(n);
    const id = randomUUID() as FileId;
    const sha256 = contentHashOf(n);
    const opId = randomUUID() as OpId;
    const at = new Date(1_750_000_000_000 + n).toISOString();
    return {
      id,
      site,
      category: 'other',
      categoryText: 'other',
      name: `file ${n}.bin`,
      size: 1024,
      contentType: 'application/octet-stream',
      uploadedBy: '7b0e3f9e-5f2b-4d5e-9a53-1f0a2f4b7c11',
      createdAt: at,
      updatedAt: at,
      downloadUrl: `/api/v1/files/${id}/download/`,
      entityUri: `urn:file:${id}`,
      metadata: { sitesync: { path, sha256, mtime: 1_700_000_000_000 + n, opId } },
      facts: { path, sha256, mtimeMs: 1_700_000_000_000 + n, opId, basedOn: [] },
      fingerprint: hash('sha256', id, 'base64url').slice(0, 22) as RemoteFingerprint,
    };
  });
}
