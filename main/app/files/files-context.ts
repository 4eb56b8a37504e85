import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';
import type { CommandViews } from './command-views.ts';

/** What a command on files of one site acts through. */
export interface FilesContext {
  readonly app: AppContext;
  readonly site: FollowedSite;
  /** As of now. */
  readonly views: CommandViews;
}
