import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Arguments of Node for a command that is told to end: the grace that its steps and its readers are given lasts for
 * ever, so that what ends does so by itself, however slow the machine. Their file lies in that folder.
 */
export function endlessGrace(folder: string): readonly string[] {
  const file = join(folder, 'endless-grace.mjs');
  writeFileSync(
    file,
    `const { setTimeout: real } = globalThis;
    globalThis.setTimeout = (work, ms, ...args) =>
      ms === 5000 && new Error().stack.includes('/hosts/cli/ending.ts')
        ? real(() => undefined, 0)
        : real(work, ms, ...args);`,
  );
  return ['--import', file];
}
