// What is read before the cache is open is stripped each time, and the stripper alone takes 50 ms and 30 MB: this file and
// those that it imports first are JavaScript.
import '../compile-cache.mjs';
import { flushCompileCache } from 'node:module';

// These stay.
if (process.argv.includes('serve') || process.argv.includes('--watch')) await import('../steady-malloc.mjs');
await import('./program.ts');
// Now rather than while the process ends: by then a second Ctrl+C is no longer ours to take, and would change the exit status.
flushCompileCache();
