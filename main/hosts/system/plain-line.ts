import { unturned } from '../../../shared/unturned.ts';

/** Names come from other people: they must not end a line, steer the terminal or turn the text around. */
export function plain(line: string): string {
  return unturned(line).replaceAll(/[\p{Cc}\u2028\u2029]/gu, '\ufffd');
}
