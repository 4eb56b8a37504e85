import { registerHooks } from 'node:module';

/**
 * For plain Node, by `--import`, which its threads inherit: the modules that Electron alone has. `electron` itself is the
 * stand-in; the `fs` that looks into no archives is Node's own.
 */
const STAND_IN = new URL('electron-module.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'electron') return { url: STAND_IN, shortCircuit: true };
    return next(specifier === 'node:original-fs' ? 'node:fs' : specifier, context);
  },
});
