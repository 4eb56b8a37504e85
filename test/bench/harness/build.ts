import { join } from 'node:path';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '../../..');

let built: Promise<void> | null = null;

/** Builds the children, once, so that we measure the program as it is installed, without the stripping of types. */
export function buildChildren(): Promise<void> {
  return (built ??= (async () => {
    await build({ root: ROOT, configFile: join(ROOT, 'vite.bench.config.ts'), logLevel: 'warn' });
  })());
}

/** The built file of a child below `test/bench`. */
export function builtChild(script: string): string {
  return join(ROOT, 'build/bench', script.replace('/', '-').replace(/\.ts$/, '.js'));
}
