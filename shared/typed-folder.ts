/**
 * The names of the folders that a person typed, from the outermost on; none for the site's own. Whoever works on Windows
 * types its separators. An empty name is one that was left out between two of them.
 */
export function typedFolder(typed: string): readonly string[] {
  const names = typed
    .normalize('NFC')
    .split(/[/\\]/)
    .map((name) => name.trim());
  return names.filter((name, at) => name !== '' || (at > 0 && at < names.length - 1));
}
