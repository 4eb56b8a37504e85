// JavaScript for the reason that main/hosts/cli/main.mjs gives.
import '../steady-malloc.mjs';
import '../wasm-wrappers.mjs';
import '../compile-cache.mjs';
import '../own-modules.mjs';

await import('./start.ts');
