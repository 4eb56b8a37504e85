import type { Plugin } from 'vite';

/** As in renderer/ui/look/tokens.css. */
const ORDER = '@layer reset, tokens, base, ui, screen;';

/**
 * Says the order of the layers at the head of every style sheet. The first one that a browser reads sets the order, and
 * which one that is depends on how the bundler cuts its chunks.
 */
export function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = `${ORDER}\n${file.source.toString()}`;
    },
  };
}
