/** The words of what a person typed to look for something, each of which is to be found. */
export function typedWords(typed: string): readonly string[] {
  return typed.split(/\s+/).filter((word) => word !== '');
}
