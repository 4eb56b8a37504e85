import type { Result } from '../../../shared/failure.ts';
import { tookIn } from '../observe/scan.ts';
import { scanProblems } from '../observe/scan-problems.ts';
import type { ScanReport, ScanScope } from '../ports/disk.ts';
import type { Problems } from '../problems/problems.ts';
import { siteProblem } from '../problems/problem.ts';

/**
 * Replaces what an earlier look found wrong with a folder, or with what is in it, by what this one found. What is wrong with
 * files that are not here any more is forgotten: without the service, or in a pause, no plan would do it.
 */
export async function noteLook(
  problems: Pick<Problems, 'forgetGone' | 'found'>,
  looked: Result<ScanReport>,
  scope: ScanScope | null,
): Promise<void> {
  if (looked.ok) {
    problems.found('folder', []);
    problems.found('scan', scanProblems(looked.value), tookIn(scope, looked.value));
    return problems.forgetGone();
  }
  if (looked.failure.code === 'cancelled') return;
  problems.found('folder', [siteProblem(looked.failure)]);
  // Without the folder no earlier problem counts until all of it was looked at again.
  for (const look of ['scan', 'list'] as const) problems.found(look, []);
}
