// JavaScript for the reason that main/hosts/cli/main.mjs gives.
import '../runtime/steady-malloc.mjs';
import '../runtime/wasm-wrappers.mjs';
import '../runtime/compile-cache.mjs';
import '../runtime/own-modules.mjs';

await import('./start.ts');
