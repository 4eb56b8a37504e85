import { baseName } from '../../../shared/model/rel-path.ts';
import { briefName } from '../../text/brief-name.ts';
import { text } from '../../text/setup.ts';
import { format } from './format.ts';

/** Names that a message has room for, and their letters: in a small window long ones would cover the work. */
const NAMED = 3;
const LETTERS = 100;

/**
 * Names the files that a message is about: `“a.jpg”, “b.jpg” and 3 more`. The first few of the `count` paths are
 * enough.
 */
export function nameList(paths: readonly string[], count = paths.length): string {
  const names = paths.slice(0, NAMED).map((path) => briefName(baseName(path)));
  let letters = 0;
  const inRoom = names.filter((name, at) => (letters += name.length) <= LETTERS || at === 0);
  const shown = inRoom.map((name) => text('ui.format.name', { name }));
  const more = count - shown.length;
  return format.list(more > 0 ? [...shown, text('ui.format.namesMore', { count: more })] : shown);
}
