import { counted, numberText } from '../../../../shared/counted.ts';
import { isFolderAway } from '../../../sync/problems/reported-problems.ts';
import type { FollowedSite, LeftOut } from '../../../sync/ports/mirror/sites.ts';
import type { Program } from '../../compose/compose.ts';
import type { Trouble } from './troubles.ts';

/** At most this many are named. */
const NAMED = 3;

/** What is left out of a site's folder on purpose, such as links: no trouble. Empty while the folder is away. */
export function leftOutOf(
  { mirror }: Pick<Program, 'mirror'>,
  { id }: Pick<FollowedSite, 'id'>,
  troubles: readonly Trouble[],
): readonly LeftOut[] {
  return isFolderAway(troubles) ? [] : mirror.leftOut(id);
}

/** One line about all of them; there is at least one. */
export function leftOutWords(entries: readonly LeftOut[]): string {
  const links = entries.filter(({ kind }) => kind === 'link').length;
  const others = entries.length - links;
  const kinds = [
    links > 0 ? counted(links, 'link') : null,
    others > 0 ? counted(others, 'special file') : null,
  ].filter((kind) => kind !== null);
  const names = entries.slice(0, NAMED).map(({ path }) => path);
  const more = entries.length > NAMED ? ` and ${numberText(entries.length - NAMED)} more` : '';
  return `${kinds.join(' and ')} left out on purpose: ${names.join(', ')}${more}`;
}

/** What to do if that was not meant. */
export const LEFT_OUT_HINT =
  'SiteSync follows no links, and sends no pipes or sockets. To keep in step what a link leads to, put the file or folder itself in its place; what .siteignore names is not told of here.';
