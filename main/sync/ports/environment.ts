import type { Result } from '../../../shared/failure.ts';
import type { OpId } from '../../../shared/model/ids.ts';
import type { Platform } from '../../engine/policy.ts';

/** Time, identity and chance, asked for so that a test runs a week of back-off in milliseconds. */
export interface Environment {
  /** Epoch milliseconds of this computer. */
  now(): number;
  /** Resolves early, without throwing, if the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  newOpId(): OpId;
  newFolderId(): string;
  /** A word that no folder had before. */
  newGeneration(): string;
  /** From 0 up to 1. */
  random(): number;
  /** `YYYY-MM-DD HHMM` in this computer's zone. */
  stamp(atMs: number): string;
  readonly device: string;
  readonly platform: Platform;
}

/** Where the token is kept. `warning` is shown if that is less than a keychain. */
export interface Secrets {
  readonly kind: 'keychain' | 'encrypted' | 'memory';
  readonly warning: string | null;
  get(account: string): Promise<Result<string | null>>;
  set(account: string, secret: string): Promise<Result<void>>;
  delete(account: string): Promise<Result<void>>;
}

/**
 * A hint that something changed; a scan finds out what. `changed`: entries of this folder; `deep`: perhaps also
 * anything below it, as if the folder is new or took the name of another one. `lost`: hints were missed, so
 * everything is to be scanned.
 */
export type WatchHint =
  | { readonly kind: 'changed'; readonly folder: string; readonly deep: boolean }
  | { readonly kind: 'lost'; readonly why: string };

export interface Watch {
  /** Resolves when changes are seen from now on. */
  readonly ready: Promise<Result<void>>;
  close(): Promise<void>;
}

export interface Watcher {
  /** `folder` is the site's folder; hints name folders relative to it (`''` is itself). `ignored` takes relative paths, of files and folders. */
  watch(folder: string, ignored: (path: string) => boolean, onHint: (hint: WatchHint) => void): Watch;
}
