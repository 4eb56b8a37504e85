import { watch as chokidarWatch } from 'chokidar';
import { dirname, relative, sep } from 'node:path';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { Watch, Watcher } from '../../sync/ports/environment.ts';

/**
 * chokidar, for hints only: an event names a folder that is scanned again, and a scan is the truth. Stillness is
 * judged by the cycle, so chokidar's own waiting stays off.
 */
export function createWatcher(): Watcher {
  return {
    watch: (folder, ignored, onHint): Watch => {
      const relativePath = (full: string): string => relative(folder, full).split(sep).join('/');
      const watcher = chokidarWatch(folder, {
        ignoreInitial: true,
        followSymlinks: false,
        ignored: (full) => {
          const path = relativePath(full);
          return path !== '' && (path.startsWith('.sitesync') || path === 'Models' || ignored(path));
        },
      });
      let settled = false;
      const ready = new Promise<Result<void>>((resolve) => {
        watcher.on('ready', () => {
          settled = true;
          resolve(ok(undefined));
        });
        watcher.on('error', (error) => {
          if (settled) onHint({ kind: 'lost', why: String(error) });
          else resolve(fail(noWatcher(folder, error)));
          settled = true;
        });
      });
      watcher.on('all', (event, full) => {
        const path = relativePath(full);
        if (event === 'unlinkDir' && path === '') onHint({ kind: 'lost', why: 'the folder went away' });
        else onHint({ kind: 'changed', folder: event === 'addDir' ? path : relativePath(dirname(full)) });
      });
      return { ready, close: () => watcher.close() };
    },
  };
}

function noWatcher(folder: string, error: unknown): Failure {
  return {
    code: 'unreadable',
    message: `Changes in ${folder} cannot be watched on this computer.`,
    hint: 'SiteSync scans the folder every half minute instead.',
    retry: 'later',
    detail: String(error),
  };
}
