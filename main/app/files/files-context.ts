import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';
import type { CommandViews } from './command-views.ts';

/** What a command acts through that changes files of one site. */
export interface FilesContext {
  readonly app: AppContext;
  readonly site: FollowedSite;
  /** As of now. */
  readonly views: CommandViews;
}
