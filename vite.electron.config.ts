import { defineConfig } from 'vite';
import { besideEachOther, filesApart } from './resources/build-plugins/beside-each-other.ts';
import { leanHttp } from './resources/build-plugins/lean-http.ts';
import { originalFiles } from './resources/build-plugins/original-files.ts';

/** The runtime itself and native code, which electron-builder puts beside it: everything else goes into the files. */
const OUTSIDE = ['electron', 'better-sqlite3', 'keytar'];

/**
 * The desktop app's own half: `--mode main` builds main and the threads and children that it starts, `--mode preload` the
 * one file that a sandboxed preload may be. Both end in build/electron, as package.json's `main` says.
 */
export default defineConfig(({ mode }) => {
  const isPreload = mode === 'preload';
  return {
    plugins: [besideEachOther(), leanHttp(), originalFiles()],
    build: {
      ssr: true,
      outDir: 'build/electron',
      emptyOutDir: !isPreload,
      target: isPreload ? 'chrome140' : 'node24',
      minify: false,
      rolldownOptions: {
        input: isPreload
          ? { preload: 'preload/preload.ts' }
          : { main: 'main/hosts/electron/main.ts', ...filesApart() },
        external: isPreload ? ['electron'] : OUTSIDE,
        output: isPreload
          ? { format: 'cjs', entryFileNames: '[name].cjs' }
          : { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
    ssr: { target: 'node', noExternal: true, external: OUTSIDE },
  };
});
