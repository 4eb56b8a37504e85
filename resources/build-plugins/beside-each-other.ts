import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** Threads and children of the program, each a file of its own: entries of a build, by name. */
export function filesApart(): Record<string, string> {
  return Object.fromEntries(
    globSync('main/**/*.{worker,child}.ts').map((file) => [basename(file, '.ts'), file]),
  );
}

/** Threads and children are named by `new URL('./x.worker.ts', import.meta.url)`; built, all lie in one folder. */
export function besideEachOther(): Plugin {
  return {
    name: 'sitesync:beside-each-other',
    // Before the types are stripped, which writes its own quotes.
    enforce: 'pre',
    transform(code) {
      const named = /new URL\('\.\/([\w-]+\.(?:worker|child))\.ts', import\.meta\.url\)/g;
      return named.test(code) ? code.replace(named, "new URL('./$1.js', import.meta.url)") : null;
    },
  };
}
