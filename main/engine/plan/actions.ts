import type { Category } from '../../../shared/model/category.ts';
import type { FileId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { BaseFile, LocalFile, RemoteFile } from '../trees.ts';

/**
 * All that a plan can ask for. Each action is one safe step for one file. A file that needs several gets the next one
 * in the next round of the cycle, planned from what was committed. `reason` says why, for the log, the screen and the
 * tests.
 */
export type Action =
  | Wait
  | Hash
  | Adopt
  | Forget
  | Create
  | Update
  | DeleteRemote
  | Download
  | Reconcile
  | MoveLocal
  | TrashLocal
  | Free;

/** Nothing can be done in this round. `reason` says what it waits for, so that nothing waits in silence. */
export interface Wait {
  readonly kind: 'wait';
  readonly id: FileId | null;
  readonly path: RelPath;
  /**
   * `place-left`: a file was moved away from its place here, and that was not sent yet. `place-unread`: others moved its
   * record into a folder that could not be read. `maybe-there`: a record whose bytes are to be compared may be its own.
   */
  readonly reason:
    | 'place-taken'
    | 'place-left'
    | 'place-unread'
    | 'name-taken'
    | 'not-seen'
    | 'outcome-unknown'
    | 'not-listed-yet'
    | 'maybe-there';
  /** The file that was sent, of one whose create has no answer yet: it may have been moved since. */
  readonly local?: LocalFile;
}

/** Read the file to learn its hash, then plan again. */
export interface Hash {
  readonly kind: 'hash';
  readonly path: RelPath;
  readonly local: LocalFile;
  readonly reason: 'touched' | 'maybe-moved' | 'maybe-same-bytes';
}

/** Both sides hold the same bytes: record that they agree. Neither side is written. */
export interface Adopt {
  readonly kind: 'adopt';
  readonly id: FileId;
  readonly path: RelPath;
  readonly local: LocalFile;
  readonly remote: RemoteFile;
  /** The path to agree on: differs from `path` while a rename made here still waits to be sent. */
  readonly basePath: RelPath;
  readonly impliedPath: RelPath;
  readonly reason: 'same-bytes' | 'touched' | 'record-changed' | 'same-move' | 'was-being-placed';
}

/** Nothing is left to keep in step: drop the agreement. Neither side is written. */
export interface Forget {
  readonly kind: 'forget';
  readonly id: FileId;
  readonly path: RelPath;
  /**
   * `place-claimed`: the file that lies here belongs to another record. If the record of this agreement still exists,
   * it is fetched and laid beside it. `ignored`: its place is ignored here, and others moved the record to a place that
   * is not. `was-ignored`: while its place was ignored its file went; or another file took its place, and others moved
   * the record away.
   */
  readonly reason: 'gone-on-both' | 'not-kept-here' | 'place-claimed' | 'ignored' | 'was-ignored';
}

/** POST a new record. `gone` names the record that must be proved gone (404) first. */
export interface Create {
  readonly kind: 'create';
  readonly path: RelPath;
  readonly local: LocalFile;
  readonly name: string;
  /** Null: the file lies outside the category folders and its content suggests one. */
  readonly category: Category | null;
  readonly gone: FileId | null;
  readonly reason: 'new-here' | 'edit-beats-delete';
}

/** PUT the record: its bytes, or only its name, category and place. */
export interface Update {
  readonly kind: 'update';
  readonly id: FileId;
  readonly base: BaseFile;
  readonly path: RelPath;
  /**
   * The path that the record gets, and that is agreed on. It is not `path` if the record gets a name for the time
   * being, to break a ring of renames.
   */
  readonly place: RelPath;
  readonly local: LocalFile;
  readonly content: boolean;
  readonly name: string;
  readonly category: Category;
  /** If the record is not this any more, nothing is sent, and the next plan decides. */
  readonly expect: RemoteFingerprint;
  readonly inPlace: InPlace;
  readonly reason: 'edited-here' | 'renamed-here' | 'moved-here' | 'category-changed-here' | 'makes-room';
}

/**
 * Other files at the agreed path (in any spelling) at the time of the plan, after the record's own file was moved away
 * or deleted. If one more lies there later, a program has saved the record's file anew, and nothing is sent.
 */
export type InPlace = readonly RelPath[];

export interface DeleteRemote {
  readonly kind: 'deleteRemote';
  readonly id: FileId;
  readonly path: RelPath;
  readonly base: BaseFile;
  readonly inPlace: InPlace;
  readonly expect: RemoteFingerprint;
  /** A file here that replaces it and has to be sent first; null if there is none (see `sentFirst`). */
  readonly after: RelPath | null;
  readonly reason: 'deleted-here';
}

/** Fetch the record's bytes to `path`. `replaces` is the file that goes to the trash, and must still be as it was. */
export interface Download {
  readonly kind: 'download';
  readonly id: FileId;
  readonly path: RelPath;
  readonly remote: RemoteFile;
  readonly replaces: LocalFile | null;
  /** The path to agree on: differs from `path` while a rename made here still waits to be sent. */
  readonly basePath: RelPath;
  readonly impliedPath: RelPath;
  /** Null if none of the files here may be the record's. */
  readonly maybe: MaybeHere | null;
  readonly reason: 'new-on-service' | 'changed-on-service' | 'edit-beats-delete';
}

/**
 * Files here that have the name and size of a record which cannot say where its file lies, each with its hash. One that turns
 * out to have the record's bytes is its file, and nothing is placed. Records of one name and size share the list.
 */
export interface MaybeHere {
  readonly files: readonly LocalFile[];
  /** Where to begin to look: each record with another file, since many may have the same bytes. */
  readonly first: number;
}

/**
 * Both sides have bytes of their own in one place: fetch theirs and compare. If the bytes are equal they are agreed on;
 * else ours are kept as `copy`.
 */
export interface Reconcile {
  readonly kind: 'reconcile';
  readonly id: FileId;
  readonly path: RelPath;
  readonly local: LocalFile;
  readonly remote: RemoteFile;
  /** The path to agree on: differs from `path` while a rename made here still waits to be sent. */
  readonly basePath: RelPath;
  readonly impliedPath: RelPath;
  readonly copy: RelPath;
  /** What was agreed on. If theirs are still those bytes, only ours are new, and no copy is needed. */
  readonly base: BaseFile | null;
  /**
   * `overwritten-there`: ours was sent, and replaced by somebody who had not seen it. `changed-while-ignored`: its
   * place was ignored for a while, so that this may be another file.
   */
  readonly reason:
    | 'changed-on-both'
    | 'new-on-both'
    | 'service-went-back'
    | 'overwritten-there'
    | 'changed-while-ignored';
}

/**
 * Move the file here from `path` to `to`: to where its record lies, or out of the way of another file or a folder. Both are
 * equal if the record's new name is taken here and the file already lies beside it under its alias, or if it lies there
 * anyway: then only the agreement is written.
 */
export interface MoveLocal {
  readonly kind: 'moveLocal';
  readonly id: FileId;
  readonly base: BaseFile;
  readonly local: LocalFile;
  readonly path: RelPath;
  readonly to: RelPath;
  readonly remote: RemoteFile;
  /** The implied path of the agreement afterwards; still the old one if `to` is only a stop on the way. */
  readonly impliedPath: RelPath;
  /** True if the move is all that changed: then both sides agree afterwards. */
  readonly settles: boolean;
  /**
   * `new-on-both`: the file becomes a conflict copy. The agreement stays as it is, so that the next plan sends the move.
   * `changed-on-both`: it was moved here, and goes back to the place of its record, where both versions are compared.
   * `record-changed`: it stays, unless the list shows the record as it was before our own update.
   */
  readonly reason: 'renamed-on-service' | 'record-changed' | 'changed-on-both' | 'makes-room' | 'new-on-both';
}

/** To the trash, after GET proved the record gone. */
export interface TrashLocal {
  readonly kind: 'trashLocal';
  readonly id: FileId;
  readonly path: RelPath;
  readonly local: LocalFile;
  readonly reason: 'deleted-on-service';
}

/** Remove a copy that is in step and not wanted on this computer. */
export interface Free {
  readonly kind: 'free';
  readonly id: FileId;
  readonly path: RelPath;
  readonly base: BaseFile;
  readonly local: LocalFile;
  readonly expect: RemoteFingerprint;
  readonly reason: 'online-only';
}
