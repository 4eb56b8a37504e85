import { pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { hasCome } from '../../engine/times/due.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Intent } from '../../engine/trees.ts';
import { clockText } from '../clock-text.ts';
import type { Environment } from '../ports/environment.ts';

/** What a service took without showing it is waited for so long, ms: some list a record half a minute later. */
export const LATE = 2 * 60_000;

/** Creates that the service may show late: until then nothing is sent again, whatever a person asks for. */
export class LateCreates {
  readonly #until: ReadonlyMap<PathKey, number>;

  /** `now`: epoch ms. */
  constructor(intents: readonly Intent[], now: number) {
    const late = intents.filter(({ lateUntil }) => !hasCome(lateUntil, now, LATE));
    this.#until = new Map(late.map(({ path, lateUntil }) => [pathKey(path), lateUntil]));
  }

  /** Until when the file that lies there waits, epoch ms; null where it does not. */
  until(path: string): number | null {
    return this.#until.get(pathKey(path as RelPath)) ?? null;
  }
}

/** What to say of the file when its create failed: how long it waits, besides what happened. */
export function waitsAfter(failure: Failure, until: number, env: Pick<Environment, 'stamp'>): Failure {
  return { ...failure, reason: 'shown-late', message: `${failure.message} ${waitWords(until, env)}` };
}

/** The same when another sync finds it waiting: what happened then may be over, as the sign-in page of a network is. */
export function waitsStill(
  path: string,
  until: number,
  env: Pick<Environment, 'stamp'>,
): Pick<Failure, 'reason' | 'message' | 'hint'> {
  return {
    reason: 'shown-late',
    message: `Whether ${path} arrived is not known yet. ${waitWords(until, env)}`,
    hint: 'It is sent again after that, where the service does not show it.',
  };
}

function waitWords(until: number, env: Pick<Environment, 'stamp'>): string {
  return `It waits until ${clockText(until, env)}, since the service may show it late.`;
}
