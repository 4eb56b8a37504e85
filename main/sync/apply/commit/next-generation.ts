import type { Adopt, Forget } from '../../../engine/plan/actions.ts';
import type { Result } from '../../../../shared/failure.ts';
import type { SiteContext } from '../../context.ts';
import { beginGeneration } from '../../following/generation.ts';
import { ownMarker } from '../../following/as-left.ts';

/**
 * The next generation of the folder (see `generation.ts`), begun before a plan gives up its first file that is not wanted
 * here, whether we remove it or a person did. One generation serves all of them: none was wanted when it began.
 */
export class NextGeneration {
  readonly #context: SiteContext;
  #begun: Promise<Result<void>> | null = null;

  constructor(context: SiteContext) {
    this.#context = context;
  }

  /** Begins the generation, once, however often it is called. If that fails, nothing may be given up. */
  begin(): Promise<Result<void>> {
    return (this.#begun ??= this.#write());
  }

  /** Those of these actions that may be carried out; the rest is planned again by the next cycle. */
  async allowed(actions: readonly (Adopt | Forget)[]): Promise<readonly (Adopt | Forget)[]> {
    if (!actions.some(givesUp) || (await this.begin()).ok) return actions;
    return actions.filter((action) => !givesUp(action));
  }

  async #write(): Promise<Result<void>> {
    const marker = await ownMarker(this.#context);
    if (!marker.ok) return marker;
    return beginGeneration(this.#context, this.#context.site, marker.value);
  }
}

/** Would it drop an agreement that alone tells why the file is missing? */
function givesUp(action: Adopt | Forget): boolean {
  return action.kind === 'forget' && GIVEN_UP.has(action.reason);
}

const GIVEN_UP: ReadonlySet<Forget['reason']> = new Set(['not-kept-here', 'ignored', 'was-ignored']);
