import { openProgram, type Program, type ProgramOptions } from '../../main/hosts/compose/compose.ts';
import type { SyncContext } from '../../main/sync/context.ts';
import { must } from './must.ts';

// Without the service, which takes longer to load than the program: for what is a process of its own.

export const TOKEN = 'demo-token';

interface OpenedProgram {
  readonly program: Program;
  readonly context: SyncContext;
}

/** The program of a laptop, signed in, and what its sites are synced through. It says nothing, and waits for no file. */
export async function openSignedIn(
  options: Pick<ProgramOptions, 'data' | 'baseUrl'> & Partial<ProgramOptions>,
): Promise<OpenedProgram> {
  const { signal } = new AbortController();
  const quiet = (): void => undefined;
  const program = must(
    await openProgram({
      token: TOKEN,
      signal,
      stopping: signal,
      log: quiet,
      warn: quiet,
      stillMs: 0,
      ...options,
    }),
  );
  return { program, context: must(await program.context()) };
}
