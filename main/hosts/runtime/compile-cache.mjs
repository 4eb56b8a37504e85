import { existsSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

// TypeScript is run as it is, and stripping the types of 200 files takes longer than most commands. Node keeps the
// outcome: in the person's own folder, since whoever may write there may run anything as them anyway. Where it cannot be
// kept all works without.
// One that is empty counts as none, and so does one that would be elsewhere from each folder.
const named = process.env['XDG_CACHE_HOME'] ?? '';
try {
  const folder = join(isAbsolute(named) ? named : join(homedir(), '.cache'), 'sitesync', 'code');
  // With an empty HOME it would lie where the command is called from, and others may have put code there.
  if (!isAbsolute(folder)) throw new Error('This user has no home.');
  makeFolders(folder);
  // Each thread opens the cache for itself, where it finds it named.
  process.env['NODE_COMPILE_CACHE'] ??= folder;
  enableCompileCache(folder);
} catch {
  // The system knows of no home of this user, or nothing can be kept there.
}

/**
 * A folder, and those above it that are missing. Not by Node: of a folder that cannot be made in one that is there, some
 * systems say that it is not there, as /proc does, and Node's cache then asks the same for ever.
 */
function makeFolders(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (existsSync(folder)) return;
    const parent = dirname(folder);
    if (error.code !== 'ENOENT' || existsSync(parent) || parent === folder) throw error;
    makeFolders(parent);
    mkdirSync(folder);
  }
}
