/** A shell takes these for no more than letters of a word. */
const PLAIN = /^[\p{L}\p{M}\p{N}_.+=:/-]+$/u;

/**
 * An id of the service within a command that a person is to type: a blank would part it in two, and what a shell takes for
 * more than a letter would be carried out.
 */
export function typed(id: string, platform: NodeJS.Platform = process.platform): string {
  if (PLAIN.test(id)) return id;
  // What both shells of Windows read, and all others.
  return platform === 'win32' ? `"${id.replaceAll('"', '""')}"` : `'${id.replaceAll("'", String.raw`'\''`)}'`;
}
