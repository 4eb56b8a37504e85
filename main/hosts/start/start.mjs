// JavaScript for the reason that main/hosts/cli/main.mjs gives.
import '../compile-cache.mjs';

await import('./start.ts');
