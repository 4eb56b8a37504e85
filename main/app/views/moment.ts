import type { Transfer } from '../../../shared/ipc/app.ts';
import type { Platform } from '../../engine/policy.ts';
import type { Touched } from '../feed/touched-files.ts';

/** What the trees do not hold but a screen shows: the state of the program at one moment. */
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
  /** By site: grows when its trees were written, which makes views of it old. */
  readonly revisions: Readonly<Record<string, number>>;
  /** By site: what these writes were of. Views that are not too old are changed by that, others are built anew. */
  readonly touched: Readonly<Record<string, Touched>>;
}
