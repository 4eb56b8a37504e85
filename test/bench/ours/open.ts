import type { Program } from '../../../main/hosts/compose/compose.ts';
import type { SyncContext } from '../../../main/sync/context.ts';
import { must } from '../../support/must.ts';

/** Opens the program as every host does, signed in. */
export async function open(
  data: string,
  url: string,
  stopping: AbortSignal = new AbortController().signal,
  stillMs = 0,
): Promise<{ readonly program: Program; readonly context: SyncContext }> {
  // In the same order as the command line.
  const { readyDisk } = await import('../../../main/hosts/compose/ready-disk.ts');
  const disk = readyDisk();
  const { openProgram } = await import('../../../main/hosts/compose/compose.ts');
  const quiet = (): void => undefined;
  const program = must(
    await openProgram({
      data,
      baseUrl: url,
      token: 'demo-token',
      signal: new AbortController().signal,
      stopping,
      log: quiet,
      warn: quiet,
      stillMs,
      disk,
    }),
  );
  return { program, context: must(await program.context()) };
}
