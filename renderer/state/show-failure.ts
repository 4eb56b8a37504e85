import { failureText } from '../../shared/failure.ts';
import { CallFailed } from '../../shared/ipc/client.ts';
import { toast } from '../ui/overlays/toast.tsx';

/** What went wrong and what to do, as one line. */
export function wordsOf(error: unknown): string {
  return error instanceof CallFailed ? failureText(error.failure) : String(error);
}

/** Says it in a toast; what was broken off on purpose is no trouble. */
export function showFailure(error: unknown): void {
  const code = error instanceof CallFailed ? error.failure.code : null;
  if (code === 'cancelled') return;
  toast(wordsOf(error), { tone: 'bad', ...(code === 'sign-in' ? { about: code } : {}) });
}
