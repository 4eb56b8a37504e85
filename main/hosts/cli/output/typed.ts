/** Shells treat these as plain letters of a word. */
const PLAIN = /^[\p{L}\p{M}\p{N}_.+=:/-]+$/u;

/** Even within quotes, one or the other shell of Windows treats these as special, or as the end of the word. */
const NEVER_PLAIN = /[$`%\u201c-\u201f]/;

/**
 * Quotes an id of the service, or a folder, for a command that a person is to type: a blank would split it in two, and the
 * shell would act on special characters. `standIn`: what stands for a word that cannot be typed.
 */
export function typed(
  id: string,
  standIn: 'SITE' | 'DIR' = 'SITE',
  platform: NodeJS.Platform = process.platform,
): string {
  if (PLAIN.test(id)) return id;
  // There is no spelling that both shells of Windows take for one word: the person has to put it in.
  if (platform === 'win32' && NEVER_PLAIN.test(id)) return standIn;
  // Quotes that both shells of Windows understand, or all others.
  return platform === 'win32' ? `"${id.replaceAll('"', '""')}"` : `'${id.replaceAll("'", String.raw`'\''`)}'`;
}
