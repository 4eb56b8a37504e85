import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { baseName, type RelPath } from '../../../shared/model/rel-path.ts';

/** One safe step. Both versions are in a file, in the trash or on the service after each of them. */
export type ConflictStep =
  /** The delete of this record is the person's own wish, and counts for no guard. */
  | { readonly kind: 'approve'; readonly id: FileId }
  /** The copy takes the original's place in one step; the original is in the trash before. */
  | { readonly kind: 'replace'; readonly file: RelPath; readonly over: RelPath }
  | { readonly kind: 'move'; readonly file: RelPath; readonly to: RelPath }
  | { readonly kind: 'trash'; readonly file: RelPath };

/** Which version stays: the conflict copy, the file that kept the name, or both. */
export type Kept = 'copy' | 'file' | 'both';

export interface ConflictFacts {
  readonly copy: RelPath;
  /** The copy's own record; null while the service knows none. */
  readonly copyId: FileId | null;
  /** The path that the copy was made beside. */
  readonly original: RelPath;
  /** Where the other version is: in this folder, only on the service, or nowhere any more. */
  readonly other: 'here' | 'online-only' | 'gone';
  /** The record of the file in the place of the original; null if the service knows none. */
  readonly otherId: FileId | null;
  /** The place of the original if it is free, else the first free one beside it. */
  readonly plain: RelPath;
}

/**
 * Copy: it becomes the next version of the original, and its own record goes. File: the copy goes. Both: the copy gets a
 * plain name and is a file as any other. A choice that would leave no version is refused.
 */
export function resolveConflict(kept: Kept, facts: ConflictFacts): Result<readonly ConflictStep[]> {
  switch (kept) {
    case 'copy':
      return keepCopy(facts);
    case 'file':
      if (facts.other === 'gone') return fail(onlyVersion(facts.copy));
      return ok([...approval(facts.copyId), { kind: 'trash', file: facts.copy }]);
    case 'both':
      return ok([{ kind: 'move', file: facts.copy, to: facts.plain }]);
    default:
      return assertNever(kept);
  }
}

function keepCopy(facts: ConflictFacts): Result<readonly ConflictStep[]> {
  const { copy, copyId, original, other, otherId } = facts;
  switch (other) {
    case 'online-only':
      return fail(notHere(original));
    case 'gone':
      return ok([{ kind: 'move', file: copy, to: original }]);
    case 'here':
      // Without a record of the original the copy's record is found again by its bytes, and renamed: nothing is deleted.
      return ok([
        ...(otherId === null ? [] : approval(copyId)),
        { kind: 'replace', file: copy, over: original },
      ]);
    default:
      return assertNever(other);
  }
}

function approval(id: FileId | null): readonly ConflictStep[] {
  return id === null ? [] : [{ kind: 'approve', id }];
}

function onlyVersion(copy: RelPath): Failure {
  return {
    code: 'not-found',
    message: `The other version is gone: ${baseName(copy)} is the only one left.`,
    hint: 'Keep this one, which gives it the original’s name.',
    retry: 'on-change',
  };
}

function notHere(original: RelPath): Failure {
  return {
    code: 'not-found',
    message: `The other version of ${baseName(original)} is only on the service, so it cannot be replaced from here.`,
    hint: 'Choose “Keep offline” for it and resolve the conflict when it is here, or keep both.',
    retry: 'on-change',
  };
}
