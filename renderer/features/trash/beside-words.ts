import { baseName } from '../../../shared/model/rel-path.ts';
import type { useText } from '../../text/use-text.ts';

/** What to say of a file that was put beside another one, which has its place by now. */
export function besideWords(
  t: ReturnType<typeof useText>,
  { path, over }: { readonly path: string; readonly over: string },
): string {
  return t('trash.restoredBeside', { name: baseName(over), as: baseName(path) });
}
