import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { layerOrder } from './resources/build-plugins/layer-order.ts';
import { licences } from './resources/build-plugins/licences.ts';
import { shippedData } from './resources/build-plugins/shipped-data.ts';
import { textSize } from './resources/build-plugins/text-size.ts';

/** The renderer's bundle: what the Electron window and the web host serve. */
export default defineConfig({
  root: 'renderer',
  // Relative, so that the same files work below any origin of a host.
  base: './',
  plugins: [react({ jsxImportSource: '#text' }), shippedData(), licences(), layerOrder(), textSize()],
  build: {
    outDir: '../build/renderer',
    emptyOutDir: true,
    target: 'chrome140',
    // The content security policy allows no data: script, and small assets as files cost nothing here.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
});
