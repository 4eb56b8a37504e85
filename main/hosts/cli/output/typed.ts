/** A shell takes these for no more than letters of a word. */
const PLAIN = /^[\p{L}\p{M}\p{N}_.+=:/-]+$/u;

/** Within the quotes of one shell of Windows or the other these are still more than letters, or end the word. */
const NEVER_PLAIN = /[$`%\u201c-\u201f]/;

/**
 * An id of the service within a command that a person is to type: a blank would part it in two, and what a shell takes for
 * more than a letter would be carried out.
 */
export function typed(id: string, platform: NodeJS.Platform = process.platform): string {
  if (PLAIN.test(id)) return id;
  // No spelling is one word to both shells of Windows: whoever types the line puts the id in as theirs wants it.
  if (platform === 'win32' && NEVER_PLAIN.test(id)) return 'SITE';
  // What both shells of Windows read, and all others.
  return platform === 'win32' ? `"${id.replaceAll('"', '""')}"` : `'${id.replaceAll("'", String.raw`'\''`)}'`;
}
