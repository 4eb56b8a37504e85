import { baseName } from '../../../shared/model/rel-path.ts';
import { text } from '../../text/setup.ts';
import { format } from './format.ts';

/** Names that a message has room for. */
const NAMED = 3;

/**
 * Names the files that a message is about: `“a.jpg”, “b.jpg” and 3 more`. The first few of the `count` paths are
 * enough.
 */
export function nameList(paths: readonly string[], count = paths.length): string {
  const shown = paths.slice(0, NAMED).map((path) => text('ui.format.name', { name: baseName(path) }));
  const more = count - shown.length;
  return format.list(more > 0 ? [...shown, text('ui.format.namesMore', { count: more })] : shown);
}
