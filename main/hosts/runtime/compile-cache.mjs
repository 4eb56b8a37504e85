import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

// TypeScript is run as it is, and stripping the types of 200 files takes longer than most commands. Node keeps the
// outcome: in the person's own folder, since whoever may write there may run anything as them anyway. Where it cannot be
// kept all works without.
// One that is empty counts as none, and so does one that would be elsewhere from each folder.
const named = process.env['XDG_CACHE_HOME'] ?? '';
try {
  const folder = join(isAbsolute(named) ? named : join(homedir(), '.cache'), 'sitesync', 'code');
  // Each thread opens the cache for itself, where it finds it named.
  process.env['NODE_COMPILE_CACHE'] ??= folder;
  enableCompileCache(folder);
} catch {
  // The system knows of no home of this user.
}
