import type { CommandName, Output, Parsed } from '../../../shared/ipc/contract.ts';
import type { App } from '../../app/app.ts';

/** Sends the engine a command that the window could send too; null if it fails. */
export async function ask<N extends CommandName>(
  app: Pick<App, 'handlers'>,
  command: N,
  input: Parsed<N>,
): Promise<Output<N> | null> {
  const result = await app.handlers[command](input, new AbortController().signal);
  return result.ok ? result.value : null;
}
