import type { Category } from '../../shared/model/category.ts';
import type { FileId, RemoteFingerprint } from '../../shared/model/ids.ts';
import type { RelPath } from '../../shared/model/rel-path.ts';
import type { BaseFile, LocalFile, RemoteFile } from './trees.ts';

/**
 * What a plan may ask for. Each carries out one safe step for one file; where a file needs several, the next round
 * of the cycle plans the next one from what was committed. `reason` says why, for the log, the screen and the tests.
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

/** Nothing can be done in this round; says what it waits for, so that no item waits without a reason. */
export interface Wait {
  readonly kind: 'wait';
  readonly id: FileId | null;
  readonly path: RelPath;
  readonly reason: 'place-taken' | 'name-taken' | 'not-seen' | 'outcome-unknown' | 'not-listed-yet';
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
   * `place-claimed`: a younger record has its file; where this one is still there, it is fetched beside it. `ignored`: it
   * is at a place that is not ignored now. `was-ignored`: it went while it was, or its record
   * moved and other bytes lie in its place.
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
  /** The place to state and to agree on: another than `path` while that is only a stop on the way. */
  readonly place: RelPath;
  readonly local: LocalFile;
  readonly content: boolean;
  readonly name: string;
  readonly category: Category;
  /** The record must still be this, else plan again. */
  readonly expect: RemoteFingerprint;
  readonly inPlace: InPlace;
  readonly reason: 'edited-here' | 'renamed-here' | 'moved-here' | 'category-changed-here' | 'makes-room';
}

/**
 * Files that lie in the place which was agreed on, in whatever spelling, though the record's file was moved away or deleted.
 * One that comes there later is the record's: programs save so.
 */
export type InPlace = readonly RelPath[];

export interface DeleteRemote {
  readonly kind: 'deleteRemote';
  readonly id: FileId;
  readonly path: RelPath;
  readonly base: BaseFile;
  readonly inPlace: InPlace;
  readonly expect: RemoteFingerprint;
  /** A file here that takes its place and has to be sent before; null where there is none (see `sentFirst`). */
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
  readonly reason: 'new-on-service' | 'changed-on-service' | 'edit-beats-delete';
}

/** Both sides hold something of their own here: fetch theirs, compare; same bytes are adopted, else `copy` keeps ours. */
export interface Reconcile {
  readonly kind: 'reconcile';
  readonly id: FileId;
  readonly path: RelPath;
  readonly local: LocalFile;
  readonly remote: RemoteFile;
  readonly impliedPath: RelPath;
  readonly copy: RelPath;
  /** What was agreed on: where theirs are the bytes of then, only ours are new, and no copy is needed. */
  readonly base: BaseFile | null;
  /**
   * `overwritten-there`: ours was sent, and theirs replaced it unseen. `changed-while-ignored`: nobody looked at its place
   * for a while, so that another file may lie there.
   */
  readonly reason:
    | 'changed-on-both'
    | 'new-on-both'
    | 'service-went-back'
    | 'overwritten-there'
    | 'changed-while-ignored';
}

/**
 * Move the file here from `path` to `to`, where its record lies by now. The two are one place where the record's new name is
 * taken, and its file already has the alias beside that: then only the agreement is written.
 */
export interface MoveLocal {
  readonly kind: 'moveLocal';
  readonly id: FileId;
  readonly base: BaseFile;
  readonly local: LocalFile;
  readonly path: RelPath;
  readonly to: RelPath;
  readonly remote: RemoteFile;
  /** Kept as the agreement's implied path; the old one while `to` is only a stop on the way. */
  readonly impliedPath: RelPath;
  /** True where the move is all that changed, so that both sides agree after it. */
  readonly settles: boolean;
  /** `new-on-both`: it is to be a conflict copy. Nothing is agreed on with it, so that it is sent as a move made here. */
  readonly reason: 'renamed-on-service' | 'makes-room' | 'new-on-both';
}

/** To the trash, after GET proved the record gone. */
export interface TrashLocal {
  readonly kind: 'trashLocal';
  readonly id: FileId;
  readonly path: RelPath;
  readonly base: BaseFile;
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
