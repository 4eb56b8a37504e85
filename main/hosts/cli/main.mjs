// What is read before the cache is open is stripped each time, and the stripper alone takes 50 ms and 30 MB: this file and
// the first that it imports are JavaScript.
import '../compile-cache.mjs';
import { flushCompileCache } from 'node:module';

await import('./program.ts');
// Now rather than while the process ends: by then a second Ctrl+C is no longer ours to take, and would change the exit status.
flushCompileCache();
