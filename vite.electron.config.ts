import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** The runtime itself and native code, which electron-builder puts beside it: everything else goes into the files. */
const OUTSIDE = ['electron', 'better-sqlite3', 'keytar'];

/**
 * The desktop app's own half: `--mode main` builds main and the threads and children that it starts, `--mode preload` the
 * one file that a sandboxed preload may be. Both end in build/electron, as package.json's `main` says.
 */
export default defineConfig(({ mode }) => {
  const isPreload = mode === 'preload';
  return {
    plugins: [besideEachOther()],
    build: {
      ssr: true,
      outDir: 'build/electron',
      emptyOutDir: !isPreload,
      target: isPreload ? 'chrome140' : 'node24',
      minify: false,
      rolldownOptions: {
        input: isPreload ? { preload: 'preload/preload.ts' } : mainInputs(),
        external: isPreload ? ['electron'] : OUTSIDE,
        output: isPreload
          ? { format: 'cjs', entryFileNames: '[name].cjs' }
          : { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
    ssr: { target: 'node', noExternal: true, external: OUTSIDE },
  };
});

function mainInputs(): Record<string, string> {
  const apart = globSync('main/**/*.{worker,child}.ts').map((file) => [basename(file, '.ts'), file]);
  return { main: 'main/hosts/electron/main.ts', ...Object.fromEntries(apart) };
}

/** Threads and children are named by `new URL('./x.worker.ts', import.meta.url)`; built, all lie in one folder. */
function besideEachOther(): Plugin {
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
