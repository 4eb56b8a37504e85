import { fileStatus, type FileFilter, type FileStatus } from '../../../shared/ipc/files.ts';
import { parseCategory } from '../../../shared/model/category.ts';
import type { RouteParams } from '../../state/route.ts';

export const EVERYTHING: FileFilter = { text: '', category: null, status: [], folder: null };

/** What the address says of a list; what it does not know is left out, so that an old address still opens. */
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
 * States by what a person looks for, the pressing first. What is on its way is among the queued: a moment later it is another
 * file, and the outbox lists it.
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
