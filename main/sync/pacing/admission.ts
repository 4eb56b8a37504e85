import type { Failure } from '../../../shared/failure.ts';
import {
  fullDisk,
  isOfWaiting,
  refusedFrom,
  waitsForSpace,
  withDisk,
  type FullDisk,
} from './space-allocator.ts';
import { bytesOf, type Step } from '../steps/step.ts';
import { clockText } from '../telling/clock-text.ts';
import type { SiteContext } from '../context.ts';
import type { Unmarked } from '../following/as-left.ts';
import { isTrash, ownPlaceRefused } from '../ports/own-place.ts';
import { failed, type Outcome } from '../steps/outcome.ts';
import { isUnanswered } from './gate.ts';
import { asksToWait, Patience } from './patience.ts';
import { Refusals } from './refusals.ts';
import { ServiceFaults } from './service-faults.ts';

/** Decides for each step of a site whether it may start, and learns from how each one ended. */
export class Admission {
  readonly #context: SiteContext;
  readonly #patience: Patience;
  /** Why the marker of a copy could not be replaced; null for any other folder. */
  readonly #unmarked: Failure | null;
  /**
   * The disks that a download found full, by the folder of the site that each is mounted at; '' for the site's own, on which
   * every download needs room.
   */
  readonly #full = new Map<string, Full>();
  /**
   * Folders of ours in the site's folder that may not be written to. Until one may, nothing is fetched that would need
   * it.
   */
  readonly #refusedPlaces = new Set<string>();
  readonly #refusals: Refusals;
  readonly #faults: ServiceFaults;
  /** After how many waits a step was admitted; none is noted before the first. */
  readonly #admittedAfter = new WeakMap<Step, number>();
  /** Steps that wait because the service asks for it. */
  #waiting = 0;
  /**
   * The sign under which this cycle gives up the site's slots while it waits. A cycle beside it uses a sign of its own.
   */
  readonly #busy = Symbol('busy');

  /** `unmarked`: the folder, if its marker could not be replaced. Nothing may be put into a copy then. */
  constructor(context: SiteContext, unmarked: Unmarked | null = null) {
    this.#context = context;
    this.#unmarked = unmarked?.marker.isCopy === true ? unmarked.why : null;
    this.#patience = new Patience(context, context.site.id);
    this.#refusals = new Refusals(context);
    this.#faults = new ServiceFaults(context);
  }

  /** What stops the whole site now; null if work may go on. */
  get stop(): Failure | null {
    const { gate, site, signal, stopping } = this.#context;
    if (signal.aborted || stopping.aborted) return stopped();
    return gate.stop?.failure ?? gate.refusal(site.id);
  }

  /**
   * Null admits the step; otherwise its outcome without a try. Waits while the service asks for that. Even without a
   * wait this takes a moment, in which the end of the step before it becomes known: after a 401 or a full disk, no
   * other step begins.
   */
  async admit(step: Step): Promise<Outcome | null> {
    const { pauseSwitch, stopping } = this.#context;
    await pauseSwitch.passed(stopping);
    const before = this.stop;
    if (before !== null) return failed(this.#notTried(step, before));
    const refused = this.#refusals.of(step) ?? this.#faults.of(step);
    if (refused !== null) return failed(refused);
    if (this.#unmarked !== null && step.kind === 'download')
      return failed(waitsForMarker(step, this.#unmarked));
    // A model that does not fit must not stop a spec sheet that does.
    const full = this.#fullFor(step);
    if (full !== null) return failed(waitsForSpace(step.path, bytesOf(step), full.failure, await full.on));
    const place = [...this.#refusedPlaces].find((each) => needs(step, each));
    if (place !== undefined) return failed(ownPlaceRefused(step.path, place));
    if (!(await this.#wait())) return failed(stillBusy(this.#context));
    const after = this.stop;
    if (after !== null) return failed(this.#notTried(step, after));
    if (this.#patience.begun > 0) this.#admittedAfter.set(step, this.#patience.begun);
    return null;
  }

  /**
   * Waits as long as the service asks. Meanwhile the site's slots serve other sites, which the service may not have
   * meant.
   */
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

  /** A plan is about to be carried out. */
  beginRound(): void {
    this.#faults.beginRound();
  }

  /**
   * A step succeeded: the service does more than ask to wait. True if until now it failed at all steps of this kind.
   */
  worked(step: Step): boolean {
    this.#patience.renew();
    this.#context.slots.wentWell(this.#context.site.id);
    this.#refusals.worked(step);
    // The folder can be written to after all: the refusal was about one file.
    for (const place of this.#refusedPlaces) if (needs(step, place)) this.#refusedPlaces.delete(place);
    return this.#faults.worked(step);
  }

  /**
   * Did the service only ask to wait, and does the site wait in place, or was the item left out? Then its try does not
   * count.
   */
  isPutOff(failure: Failure): boolean {
    return (failure.code === 'busy' && !this.#patience.isOver) || this.#faults.isUntried(failure);
  }

  /** As `ServiceFaults.failed`, for a failure that was learnt. */
  atFault(step: Step, failure: Failure): ReturnType<ServiceFaults['failed']> {
    return this.#faults.failed(step, failure);
  }

  /** Another file met what stopped the site: the words about this file must not name that one. */
  #notTried(step: Step, stop: Failure): Failure {
    if (stop.code !== 'no-access') return stop;
    const message = `${step.path} waits: the service gives this account no access in ${this.#context.siteName}.`;
    return { ...stop, message, reason: undefined };
  }

  /**
   * Notes what a failure means for the rest of the site; returns it in the words for the step that met it. `step`: that
   * step; null if all of the site was asked for.
   */
  async learn(failure: Failure, step: Step | null = null): Promise<Failure> {
    const { gate, site, signal, slots } = this.#context;
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
        if (this.#patience.asked(failure, step === null ? undefined : (this.#admittedAfter.get(step) ?? 0)))
          // A service that counts requests would have enough of as many again after each wait.
          slots.narrow(site.id);
        // If the step was not tried, its failure says this already.
        if (failure.reason === 'not-tried' || !this.#patience.isOver) return failure;
        return asksToWait(failure, site.id, this.#context);
      case 'disk-full':
        return this.#foundFull(failure, step);
      case 'read-only':
        if (failure.ownPlace !== undefined) this.#refusedPlaces.add(failure.ownPlace);
        return failure;
      case 'folder-missing':
        // It is known, and what is sent from the copy may go on.
        if (failure.reason === 'put-back' && this.#unmarked !== null && step !== null)
          return waitsForMarker(step, this.#unmarked);
        gate.refuse(site.id, failure);
        return failure;
      default:
        return failure;
    }
  }

  async #foundFull(failure: Failure, step: Step | null): Promise<Failure> {
    // A step that was not tried tells nothing new, least of all that a smaller file would not fit.
    if (isOfWaiting(failure)) return failure;
    // How much is free was measured on the site's own disk; what the system refuses was for where the file was to lie.
    const drive = failure.detail === undefined || step === null ? '' : this.#driveOf(step);
    const before = this.#full.get(drive);
    const on = before?.on ?? fullDisk(this.#context, failure, drive);
    const from = Math.min(before?.from ?? Infinity, refusedFrom(failure));
    this.#full.set(drive, { failure: before?.failure ?? failure, on, from });
    return withDisk(failure, await on);
  }

  /** The full disk that a download would need; null if there is none, or the download is smaller than what it refused. */
  #fullFor(step: Step): Full | null {
    if (!isDownload(step)) return null;
    for (const [drive, full] of this.#full)
      if (lies(step.path, drive) && bytesOf(step) >= full.from) return full;
    return null;
  }

  /** The folder of the drive inside the site on which a file lies; '' for the site's own disk. */
  #driveOf({ path }: Step): string {
    const { mirror, site } = this.#context;
    const drives = mirror.drives(site.id).map(({ folder }) => folder);
    return drives.filter((drive) => lies(path, drive)).reduce((a, b) => (b.length > a.length ? b : a), '');
  }
}

/** A disk that is full. `from`: size in bytes of the smallest download that it refused. */
interface Full {
  readonly failure: Failure;
  readonly on: Promise<FullDisk>;
  readonly from: number;
}

function lies(path: string, drive: string): boolean {
  return drive === '' || path.startsWith(`${drive}/`);
}

function isDownload(step: Step): boolean {
  return (step.kind === 'download' || step.kind === 'reconcile') && bytesOf(step) > 0;
}

/**
 * Does the step have to write into that place? Only downloads do, and only those that replace a file need the trash.
 */
function needs(step: Step, place: string): boolean {
  if (!isDownload(step)) return false;
  return !isTrash(place) || (step.kind === 'download' && step.replaces !== null);
}

function waitsForMarker({ path }: Step, unmarked: Failure): Failure {
  return {
    ...unmarked,
    message: `${path} waits: its site's folder was put back from a copy, and nothing is put into that until its marker can be replaced. ${unmarked.message}`,
    retry: 'later',
  };
}

function stopped(): Failure {
  return {
    code: 'cancelled',
    message: 'The sync was stopped.',
    hint: 'It goes on with the next sync.',
    retry: 'now',
  };
}

function stillBusy({ env, gate, site, siteName }: SiteContext): Failure {
  const wait = gate.waitFor(site.id);
  const until = clockText(env.now() + wait, env);
  const isOurs = gate.waitIsOurs(site.id);
  return {
    code: 'busy',
    reason: 'not-tried',
    message: isOurs
      ? `The service is busy, and is left alone until ${until} before more is sent for ${siteName}.`
      : `The service asks to wait until ${until} before more is sent for ${siteName}.`,
    hint: isOurs ? 'The first sync after that asks it again.' : 'The first sync after that goes on.',
    retry: 'later',
    retryAfterMs: wait,
  };
}
