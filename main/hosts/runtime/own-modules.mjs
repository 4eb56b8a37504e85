import { registerHooks } from 'node:module';

// Node asks of each module where its real path is, and in which package it lies, to know of what kind it is. A command has
// some 270 modules of ours, a sync 420, and a quarter of the time in which one starts went into that. They name each other
// as they lie there, and all of them are modules in TypeScript.
const OURS = new URL('../../../', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('.') && specifier.endsWith('.ts') && isOurs(context.parentURL)
      ? { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

function isOurs(url = '') {
  return url.startsWith(OURS) && !url.includes('/node_modules/');
}
