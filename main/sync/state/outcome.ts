import type { Failure } from '../../../shared/failure.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';

/** How one action ended. */
export type Outcome =
  | { readonly kind: 'done'; readonly did: Did; readonly rescan?: RelPath }
  /** The world is not as planned; what was learnt is committed. Plan again. */
  | { readonly kind: 'again'; readonly why: string; readonly rescan?: RelPath; readonly list?: true }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What was really done; the report counts these and nothing else. */
export type Did =
  | 'created'
  | 'updated'
  | 'deletedRemote'
  | 'downloaded'
  | 'trashed'
  | 'moved'
  | 'adopted'
  | 'conflict'
  | 'freed'
  | 'recorded';

/** The step was carried out and committed. `rescan`: a path that changed meanwhile; its folder is looked at before the next plan. */
export const done = (did: Did, rescan?: RelPath): Outcome =>
  rescan === undefined ? { kind: 'done', did } : { kind: 'done', did, rescan };
/** `why`: for whoever looks for a fault; `rescan`: a path whose folder is to be looked at before the next plan. */
export const again = (why: string, rescan?: RelPath): Outcome =>
  rescan === undefined ? { kind: 'again', why } : { kind: 'again', why, rescan };
/** As `again`, where only a listing tells what to plan. */
export const againAfterListing = (why: string): Outcome => ({ kind: 'again', why, list: true });
/** Not carried out, for a reason that is told where it lasts. */
export const failed = (failure: Failure): Outcome => ({ kind: 'failed', failure });
/** How an action ended whose work on the disk failed: a file that is not what the plan saw is looked at again. */
export const failedOrAgain = (failure: Failure, path: RelPath): Outcome =>
  failure.code === 'changed-meanwhile' ? again('the file changed meanwhile', path) : failed(failure);
