import { execFile } from 'node:child_process';
import { win32 } from 'node:path';

/**
 * Hides a folder on Windows, which does not hide names that begin with a dot. Node cannot set the mark, so a program of
 * Windows does it. It is called by its full path: another program of that name may lie in the current folder. If it
 * fails, the folder is visible and all else works.
 */
export function hide(folder: string): Promise<void> {
  if (process.platform !== 'win32') return Promise.resolve();
  const windows = process.env['SystemRoot'] ?? 'C:\\Windows';
  const attrib = win32.join(windows, 'System32', 'attrib.exe');
  const options = { env: { SystemRoot: windows }, windowsHide: true, timeout: 5000 };
  return new Promise((resolve) => {
    execFile(attrib, ['+h', folder], options, () => resolve());
  });
}
