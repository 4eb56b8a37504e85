import { join } from 'node:path';
import { ok, type Result } from '../../../shared/failure.ts';
import { ensureBuilt, ROOT, type BuildTarget } from '../checkout.ts';

const PAGE: BuildTarget = {
  built: 'build/renderer/index.html',
  sources: ['renderer', 'shared'],
  runs: [[]],
  name: 'the screens',
};

/** The folder of the page. A checkout builds it first if it is missing or older than its sources. */
export function pageFolder(say: (line: string) => void): Result<string> {
  const built = ensureBuilt(PAGE, say);
  return built.ok ? ok(join(ROOT, 'build', 'renderer')) : built;
}
