import { pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { hasCome } from '../../engine/times/due.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Intent } from '../../engine/trees.ts';
import { clockText } from '../telling/clock-text.ts';
import type { Environment } from '../ports/environment.ts';

/** How long to wait for a record that the service took and does not show, ms: some list it half a minute later. */
export const LATE = 2 * 60_000;

/** Creates whose record the service may show late: until then the file is not sent again, whatever a person asks for. */
export class LateCreates {
  readonly #until: ReadonlyMap<PathKey, number>;

  /** `now`: epoch ms. */
  constructor(intents: readonly Intent[], now: number) {
    const late = intents.filter(({ lateUntil }) => !hasCome(lateUntil, now, LATE));
    this.#until = new Map(late.map(({ path, lateUntil }) => [pathKey(path), lateUntil]));
  }

  /** Until when the file in this place waits, epoch ms; null if it does not. */
  until(path: string): number | null {
    return this.#until.get(pathKey(path as RelPath)) ?? null;
  }
}

/** The failure of such a create: what happened, and how long the file waits. */
export function waitsAfter(failure: Failure, until: number, env: Pick<Environment, 'stamp'>): Failure {
  return { ...failure, reason: 'shown-late', message: `${failure.message} ${waitWords(until, env)}` };
}

/** As `waitsAfter`, for a later sync that finds it waiting: what happened then may be over by now. */
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
