import type { SiteId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { HeldDeletes } from '../../engine/guards/mass-delete-guard.ts';
import type { Problem } from '../problems/problem.ts';

/** What one cycle did with one site: the shape of design section 4. */
export interface SiteReport {
  readonly id: SiteId;
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  /** Files in the folder that are in step or on their way. */
  readonly files: number;
  readonly created: number;
  readonly updated: number;
  readonly deletedRemote: number;
  readonly downloaded: number;
  readonly trashed: number;
  readonly moved: number;
  readonly adopted: number;
  /** How many files were removed here to free space, which the service keeps; left out if there are none. */
  readonly freed?: number;
  readonly conflicts: readonly { readonly path: RelPath; readonly copy: RelPath }[];
  readonly problems: readonly Problem[];
  readonly held: {
    readonly direction: HeldDeletes['direction'];
    readonly count: number;
    /** How many of them would be deleted on this computer; the others would be on the service. */
    readonly here: number;
    readonly of: number;
    /** In a sentence for people. */
    readonly why: string;
  } | null;
}
