import { homedir } from 'node:os';
import { parse } from 'node:path';

/**
 * The home of this user. Where the system knows of none, as for a user whom a container alone has, the root, as such
 * systems set it themselves: what cannot be made there is said in words.
 */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return parse(process.cwd()).root;
  }
}
