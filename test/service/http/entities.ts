import type { FileRow } from '../store/file-table.ts';
import type { ModelRow } from '../store/model-table.ts';
import type { Store } from '../store/store.ts';
import type { Entity } from './plan-download.ts';

export function entityOfFile(store: Store, row: FileRow): Entity {
  return {
    path: store.blobs.path(row.blob),
    size: row.size,
    blob: row.blob,
    contentType: row.content_type,
    modifiedAt: row.updated_at,
    fileName: row.name,
  };
}

export function entityOfModel(store: Store, row: ModelRow): Entity {
  return {
    path: store.blobs.path(row.blob),
    size: row.size,
    blob: row.blob,
    contentType: row.content_type,
    modifiedAt: row.updated_at,
    fileName: row.id,
  };
}
