import type { Failure } from '../../../shared/failure.ts';
import { fullDisk, refusedFrom, waitsForSpace, withDisk, type FullDisk } from './space-allocator.ts';
import { bytesOf, type Step } from '../state/step.ts';
import { clockText } from '../clock-text.ts';
import type { SiteContext } from '../context.ts';
import type { Environment } from '../ports/environment.ts';
import { isTrash, ownPlaceRefused } from '../ports/own-place.ts';
import { failed, type Outcome } from '../state/outcome.ts';
import { isUnanswered } from './gate.ts';
import { asksToWait, Patience } from './patience.ts';
import { Refusals } from './refusals.ts';

/** Decides for each step of a site whether it may start, and learns from how each one ended. */
export class Admission {
  readonly #context: SiteContext;
  readonly #patience: Patience;
  /** Set once a download met a full disk; `from`: bytes of the smallest that was refused. */
  #diskFull: { readonly failure: Failure; readonly on: Promise<FullDisk>; readonly from: number } | null =
    null;
  /** Places of our own in the site's folder that let nothing in, until something is: what needs them is not fetched in vain. */
  readonly #refusedPlaces = new Set<string>();
  readonly #refusals: Refusals;
  /** Steps that wait because the service asks for it. */
  #waiting = 0;
  /** Under which this cycle parks the site's slots; one that goes on beside it parks under its own. */
  readonly #busy = Symbol('busy');

  constructor(context: SiteContext) {
    this.#context = context;
    this.#patience = new Patience(context, context.site.id);
    this.#refusals = new Refusals(context);
  }

  /** What stops the whole site now; null where work may go on. */
  get stop(): Failure | null {
    const { gate, site, signal, stopping } = this.#context;
    if (signal.aborted || stopping.aborted) return stopped();
    return gate.stop?.failure ?? gate.refusal(site.id);
  }

  /**
   * Null admits the step. Waits while the service asks for patience. Even without a wait this takes a moment, in which it
   * becomes known how the step before it in the slot ended: after a 401, or on a full disk, no other is begun.
   */
  async admit(step: Step): Promise<Outcome | null> {
    const { gate, pauseSwitch, site, stopping } = this.#context;
    await pauseSwitch.passed(stopping);
    const before = this.stop;
    if (before !== null) return failed(this.#notTried(step, before));
    const refused = this.#refusals.of(step);
    if (refused !== null) return failed(refused);
    // A model that does not fit keeps no spec sheet from coming.
    if (this.#diskFull !== null && isDownload(step) && bytesOf(step) >= this.#diskFull.from) {
      const { failure, on } = this.#diskFull;
      return failed(waitsForSpace(step.path, bytesOf(step), failure, await on));
    }
    const place = [...this.#refusedPlaces].find((each) => needs(step, each));
    if (place !== undefined) return failed(ownPlaceRefused(step.path, place));
    if (!(await this.#wait()))
      return failed(stillBusy(this.#context.siteName, gate.waitFor(site.id), this.#context.env));
    const after = this.stop;
    return after === null ? null : failed(this.#notTried(step, after));
  }

  /** As long as the service asks. Steps that wait keep no slot from other sites, which it may not have meant. */
  async #wait(): Promise<boolean> {
    const { slots, site } = this.#context;
    this.#waiting += 1;
    if (this.#context.gate.waitFor(site.id) > 0) slots.park(site.id, this.#busy);
    try {
      return await this.#patience.wait();
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) slots.unpark(site.id, this.#busy);
    }
  }

  /** A step was done: the service does not only ask to wait. */
  worked(step: Step): void {
    this.#patience.renew();
    this.#refusals.worked(step);
    // Something could be written in them after all: what was refused was so for itself.
    for (const place of this.#refusedPlaces) if (needs(step, place)) this.#refusedPlaces.delete(place);
  }

  /** Did the service only ask to wait, and is that waited for in place? Then it was no try of the item. */
  isPutOff(failure: Failure): boolean {
    return failure.code === 'busy' && !this.#patience.isOver;
  }

  /** What stopped the site was met by another file: said of this one, it must not name that one. */
  #notTried(step: Step, stop: Failure): Failure {
    if (stop.code !== 'no-access') return stop;
    const message = `${step.path} waits: the service gives this account no access in ${this.#context.siteName}.`;
    return { ...stop, message, reason: undefined };
  }

  /**
   * Takes note of what a failure means for the rest of the site; returns it as it is to be said of the one that met it.
   * `step`: which that was; null where all of the site was asked for.
   */
  async learn(failure: Failure, step: Step | null = null): Promise<Failure> {
    const { gate, site, signal } = this.#context;
    if (isUnanswered(failure) || failure.code === 'unknown-outcome') {
      if (!signal.aborted) await gate.isDead(signal);
      return failure;
    }
    switch (failure.code) {
      case 'sign-in':
        gate.halt({ kind: 'sign-in', failure });
        return failure;
      case 'no-access':
        if (step === null) gate.refuse(site.id, failure);
        else this.#refusals.refused(step, failure);
        return failure;
      case 'busy':
        this.#patience.asked(failure);
        // Of one that was not tried it is said already.
        if (failure.reason === 'not-tried' || !this.#patience.isOver) return failure;
        return asksToWait(failure, gate.waitFor(site.id), this.#context.env);
      case 'disk-full': {
        const before = this.#diskFull ?? { failure, on: fullDisk(this.#context, failure), from: Infinity };
        this.#diskFull = { ...before, from: Math.min(before.from, refusedFrom(failure)) };
        return withDisk(failure, await before.on);
      }
      case 'read-only':
        if (failure.ownPlace !== undefined) this.#refusedPlaces.add(failure.ownPlace);
        return failure;
      case 'folder-missing':
        gate.refuse(site.id, failure);
        return failure;
      default:
        return failure;
    }
  }
}

function isDownload(step: Step): boolean {
  return (step.kind === 'download' || step.kind === 'reconcile') && bytesOf(step) > 0;
}

/** Is it fetched, to be put there? Only what is replaced goes to the trash. */
function needs(step: Step, place: string): boolean {
  if (!isDownload(step)) return false;
  return !isTrash(place) || (step.kind === 'download' && step.replaces !== null);
}

function stopped(): Failure {
  return {
    code: 'cancelled',
    message: 'The sync was stopped.',
    hint: 'It goes on with the next sync.',
    retry: 'now',
  };
}

function stillBusy(siteName: string, wait: number, env: Pick<Environment, 'now' | 'stamp'>): Failure {
  return {
    code: 'busy',
    reason: 'not-tried',
    message: `The service asks to wait until ${clockText(env.now() + wait, env)} before more is sent for ${siteName}.`,
    hint: 'The first sync after that goes on.',
    retry: 'later',
    retryAfterMs: wait,
  };
}
