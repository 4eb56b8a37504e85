import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { defineConfig } from 'vite';
import { besideEachOther, filesApart } from './resources/build-plugins/beside-each-other.ts';
import { leanHttp } from './resources/build-plugins/lean-http.ts';

const OUTSIDE = ['better-sqlite3', 'keytar', 'playwright-core'];

/** What the bench starts, built as the program is that people install: `ours/sync.child.ts` becomes `ours-sync.child.js`. */
export default defineConfig({
  plugins: [besideEachOther(), leanHttp()],
  build: {
    ssr: true,
    outDir: 'build/bench',
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: { ...children(), ...filesApart() },
      external: OUTSIDE,
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
  ssr: { target: 'node', noExternal: true, external: OUTSIDE },
});

function children(): Record<string, string> {
  const files = globSync('test/bench/*/*.child.ts');
  return Object.fromEntries(
    files.map((file) => [`${basename(dirname(file))}-${basename(file, '.ts')}`, file]),
  );
}
