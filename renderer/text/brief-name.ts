import { cutName } from './cut-name.ts';

/** Letters of a name in a sentence: a longer one would push what that says out of sight. */
const BRIEF = 40;

/** A name as sentences say it, cut in its middle where it is long. */
export function briefName(name: string): string {
  const isBrief = (shown: string): boolean => shown.length <= BRIEF;
  return isBrief(name) ? name : (cutName(name, 'extension', undefined, isBrief) ?? name);
}
