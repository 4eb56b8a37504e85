import { execFile } from 'node:child_process';
import { win32 } from 'node:path';

/**
 * Windows hides what is marked so, and not what begins with a dot, and Node cannot mark anything. By its full path, since
 * a program of that name may lie in the current folder. Where that fails the folder is seen, and all else is as it should be.
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
