import { unturned } from '../../../shared/unturned.ts';

/** Hands a file to the person: the browser, or the window's own dialog, asks where it goes. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A table for spreadsheets, which take its text for UTF-8 by the mark that it begins with. */
export function csvBlob(pieces: Iterable<string | Blob>): Blob {
  return new Blob(['\uFEFF', ...pieces], { type: 'text/csv;charset=utf-8' });
}

/** A name that every system can hold, and that is read as it is: the names in it are other people's. */
export function fileName(parts: readonly string[], ending: string): string {
  const name = unturned(parts.join(' '))
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${name.slice(0, 120)}.${ending}`;
}
