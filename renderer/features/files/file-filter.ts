import { fileStatus, type FileFilter, type FileStatus } from '../../../shared/ipc/files.ts';
import { parseCategory } from '../../../shared/model/category.ts';
import type { RouteParams } from '../../state/route.ts';

export const EVERYTHING: FileFilter = { text: '', category: null, status: [], folder: null };

/** The filter in an address. Unknown values are ignored, so that old addresses still open. */
export function filterOf(params: RouteParams): FileFilter {
  const words = (params['status'] ?? '').split(',');
  const folder = params['folder'] ?? '';
  return {
    text: (params['text'] ?? '').slice(0, 200),
    category: parseCategory(params['category']),
    status: fileStatus.options.filter((status) => words.includes(status)),
    folder: folder === '' ? null : folder,
  };
}

export function paramsOf({ text, category, status, folder }: FileFilter): RouteParams {
  return {
    ...(text === '' ? {} : { text }),
    ...(category === null ? {} : { category }),
    ...(status.length === 0 ? {} : { status: status.join(',') }),
    ...(folder === null ? {} : { folder }),
  };
}

/**
 * States in the order in which people look for them, urgent ones first. Files under way count as queued: a moment later
 * it is another file, and the outbox lists them.
 */
export const STATUS_ORDER: readonly FileStatus[] = [
  'conflict',
  'failed',
  'waiting',
  'queued',
  'out-of-date',
  'online-only',
  'available-offline',
  'up-to-date',
];
