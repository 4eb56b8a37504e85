import type { Failure } from '../../../shared/failure.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';

/** How one action ended. */
export type Outcome =
  | { readonly kind: 'done'; readonly did: Did; readonly rescan?: RelPath }
  /** Something was not as planned. What was learnt is committed: plan again. */
  | {
      readonly kind: 'again';
      readonly why: string;
      readonly rescan?: RelPath;
      readonly list?: true;
      readonly isPlaceTaken?: true;
    }
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

/** Carried out and committed. `rescan`: a path that changed meanwhile; its folder is looked at before the next plan. */
export const done = (did: Did, rescan?: RelPath): Outcome =>
  rescan === undefined ? { kind: 'done', did } : { kind: 'done', did, rescan };
/** `why`: for whoever looks for a fault; `rescan`: a path whose folder is to be looked at before the next plan. */
export const again = (why: string, rescan?: RelPath): Outcome =>
  rescan === undefined ? { kind: 'again', why } : { kind: 'again', why, rescan };
/** As `again`, if only a new listing can tell what to plan. */
export const againAfterListing = (why: string): Outcome => ({ kind: 'again', why, list: true });
/** As `again`, if another file lies where one was to go: in the folder of that place is to be seen what it is. */
export const againBeside = (place: RelPath): Outcome => ({
  kind: 'again',
  why: 'another file is in its place',
  rescan: place,
  isPlaceTaken: true,
});
/** Not carried out; the reason is reported if it lasts. */
export const failed = (failure: Failure): Outcome => ({ kind: 'failed', failure });
/** For work on the disk that failed. If the file was no longer what the plan saw, it is looked at again. */
export const failedOrAgain = (failure: Failure, path: RelPath): Outcome =>
  failure.code === 'changed-meanwhile' ? again('the file changed meanwhile', path) : failed(failure);
