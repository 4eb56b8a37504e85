const KEPT_BEFORE_DOT = 4;
const LONGEST_EXTENSION = 10;
const SHORT = 12;

/**
 * Splits a name into what may be cut and what stays readable. With `extension`, that is the ending with a few
 * characters before it, where revisions and numbers stand; a name that is short is not split at all.
 */
export function splitName(name: string, ending: number | 'extension'): readonly [string, string] {
  const letters = Array.from(name);
  const kept = ending === 'extension' ? keptOf(name) : ending;
  if (kept <= 0 || letters.length <= Math.max(SHORT, kept + 2)) return [name, ''];
  const at = letters.length - kept;
  // A space at the seam would be swallowed at the end of the first part.
  return [letters.slice(0, at).join(''), letters.slice(at).join('').replace(/^ /, '\u00A0')];
}

function keptOf(name: string): number {
  const dot = name.lastIndexOf('.');
  const length = dot <= 0 ? 0 : Array.from(name.slice(dot)).length;
  return length === 0 || length > LONGEST_EXTENSION ? KEPT_BEFORE_DOT : length + KEPT_BEFORE_DOT;
}
