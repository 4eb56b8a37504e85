import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Failure } from '../../../shared/failure.ts';

/** Calls that make a file or folder. */
const MAKES: ReadonlySet<unknown> = new Set(['open', 'mkdir', 'mkdtemp']);

/** With these in its name, nothing of the kind can be there, and Windows gives the same error. */
const NO_NAME = /[<>:"|?*]/;

/**
 * The failure if Windows lets this program make nothing in a folder, which it protects against ransomware. It then says
 * that a file is not there (ENOENT) which was just to be made, in a folder that is. Null for any other error.
 */
export function shutOut(error: unknown, path: string): Failure | null {
  if (process.platform !== 'win32' || !(error instanceof Error)) return null;
  const { code, syscall, path: at } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' || !MAKES.has(syscall) || at === undefined) return null;
  const folder = dirname(at);
  if (NO_NAME.test(basename(at)) || !isFolder(folder)) return null;
  return {
    code: 'read-only',
    message: `${path} could not be written: Windows lets SiteSync make nothing in ${folder}.`,
    hint: 'It may be protected against ransomware: allow SiteSync under Windows Security, Ransomware protection, “Allow an app through Controlled folder access”, or keep the site in another folder.',
    retry: 'later',
    detail: `${code}, ${syscall}`,
  };
}

function isFolder(full: string): boolean {
  try {
    return statSync(full).isDirectory();
  } catch {
    return false;
  }
}
