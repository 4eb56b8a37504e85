import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vite';
import page from './vite.config.ts';

/** The page of all components, and of one preview, that tests look at: built as the renderer is, in a folder of its own. */
export default mergeConfig(
  page,
  defineConfig({
    build: {
      outDir: '../build/gallery',
      rolldownOptions: { input: join(import.meta.dirname, 'renderer', 'gallery.html') },
    },
  }),
);
