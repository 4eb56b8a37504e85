import { closeSync, openSync } from 'node:fs';
import type { Failure } from '../../shared/failure.ts';

/** What this process may open, or all of them together. */
export const OUT_OF_FILES_CODES = ['EMFILE', 'ENFILE'] as const;

/** Errors of Node and of the loader of libraries that name the system's own only in their text. */
const WRAPPED: ReadonlySet<unknown> = new Set([
  'ERR_DLOPEN_FAILED',
  'ERR_INVALID_PACKAGE_CONFIG',
  'ERR_WORKER_INIT_FAILED',
]);
const SAID_SO = /\bE[MN]FILE\b|\btoo many open files\b/i;

/** A mirror needs half of it. */
const FILES = 10;

export const OUT_OF_FILES: Failure = {
  code: 'unreadable',
  message: 'The system lets SiteSync open no more files at once.',
  hint: 'Close other programs, or raise the limit of open files (“ulimit -n” shows it), then start SiteSync again. Nothing of yours is lost.',
  retry: 'later',
};

/** Is it an error of a file, a connection or a thread that was refused because too many are open? */
export function isOutOfFiles(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const { code, message } = error;
  return OUT_OF_FILES_CODES.some((each) => each === code) || (WRAPPED.has(code) && SAID_SO.test(message));
}

/** For what says no more than that it could not open something, as SQLite does. */
export function mayOpenNoMore(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < FILES) opened.push(openSync(process.execPath, 'r'));
    return false;
  } catch (error) {
    return isOutOfFiles(error);
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
