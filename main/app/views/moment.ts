import type { Transfer } from '../../../shared/ipc/app.ts';
import type { Platform } from '../../engine/policy.ts';
import type { Touched } from './touched-files.ts';

/** What screens show besides the trees: the state of the program at one moment. */
export interface Moment {
  readonly online: boolean;
  readonly signedIn: boolean;
  readonly paused: boolean;
  readonly platform: Platform;
  readonly device: string;
  /** Gitignore lines of the settings. */
  readonly ignore: readonly string[];
  /** Text of each site's `.siteignore`. */
  readonly ignoreTexts: Readonly<Record<string, string>>;
  readonly running: readonly Transfer[];
  /** By site: until when the service asked to wait, epoch ms. */
  readonly slowed: Readonly<Record<string, number>>;
  /** By site: a number that grows when its trees are written. Views of an earlier revision are out of date. */
  readonly revisions: Readonly<Record<string, number>>;
  /**
   * By site: which files these writes were about. Views that are recent enough are updated by that, others are rebuilt.
   */
  readonly touched: Readonly<Record<string, Touched>>;
}
