import { homedir, userInfo } from 'node:os';
import { isAbsolute, parse } from 'node:path';

/**
 * The home of this user. A HOME that is empty, or would be elsewhere from each folder, counts as none: then it is what the
 * system has noted of the user. Where it knows of none, as for a user whom a container alone has, the root, as such systems
 * set it themselves: what cannot be made there is said in words.
 */
export function homeFolder(): string {
  try {
    const named = homedir();
    const home = isAbsolute(named) ? named : userInfo().homedir;
    if (isAbsolute(home)) return home;
  } catch {
    // The system knows of no such user.
  }
  return parse(process.cwd()).root;
}
