import { enableCompileCache, flushCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// TypeScript is run as it is, and stripping the types of 200 files takes longer than most commands. Node keeps the
// outcome: in the person's own folder, since whoever may write there may run anything as them anyway. Where it cannot be
// kept all works without.
enableCompileCache(join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sitesync', 'code'));
await import('./program.ts');
// Now rather than while the process ends: by then a second Ctrl+C is no longer ours to take, and would change the exit status.
flushCompileCache();
