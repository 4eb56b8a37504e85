import type { Result } from '../../shared/failure.ts';

/** What went well; throws what did not. */
export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const { code, message, detail = '' } = result.failure;
  throw new Error(`${code}: ${message} ${detail}`);
}
