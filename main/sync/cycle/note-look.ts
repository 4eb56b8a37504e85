import type { Result } from '../../../shared/failure.ts';
import { tookIn } from '../observe/scan.ts';
import { scanProblems } from '../observe/scan-problems.ts';
import type { ScanReport, ScanScope } from '../ports/disk.ts';
import type { Problems } from '../state/problems.ts';
import { siteProblem } from '../state/tally.ts';

/** Takes what is wrong with a folder, or with what is in it, in place of what a look before found. */
export function noteLook(
  problems: Pick<Problems, 'observed'>,
  looked: Result<ScanReport>,
  scope: ScanScope | null,
): void {
  if (looked.ok) {
    problems.observed('folder', []);
    problems.observed('scan', scanProblems(looked.value), tookIn(scope, looked.value));
    return;
  }
  if (looked.failure.code === 'cancelled') return;
  problems.observed('folder', [siteProblem(looked.failure)]);
  // Nothing else counts until all of it is looked at anew.
  for (const look of ['scan', 'list'] as const) problems.observed(look, []);
}
