import { join } from 'node:path';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '../../..');

let built: Promise<void> | null = null;

/** Builds the children, once: what is measured is the program as it is installed, and not how types are stripped. */
export function buildChildren(): Promise<void> {
  return (built ??= (async () => {
    await build({ root: ROOT, configFile: join(ROOT, 'vite.bench.config.ts'), logLevel: 'warn' });
  })());
}

/** The file that a child below `test/bench` was built to. */
export function builtChild(script: string): string {
  return join(ROOT, 'build/bench', script.replace('/', '-').replace(/\.ts$/, '.js'));
}
