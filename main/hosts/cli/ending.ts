import { isatty } from 'node:tty';
import { EXIT } from './output/output.ts';
import type { Screen, Terminal } from './terminal.ts';

/**
 * The signals that ask a program to end; main.mjs names the same ones. Of the first two, Windows only knows Ctrl+C. It
 * also has Ctrl+Break, and tells when the console is closed, after which a program has some seconds. Elsewhere, SIGHUP
 * tells that the terminal is gone; a program that has none, as under `nohup`, goes on.
 */
function signalsOf(platform: NodeJS.Platform): readonly NodeJS.Signals[] {
  if (platform === 'win32') return ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'];
  const isAtTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  return ['SIGINT', 'SIGTERM', ...(isAtTerminal ? (['SIGHUP'] as const) : [])];
}

/**
 * After the first signal the current step is finished. After this long, ms, or after a second signal, it is broken off.
 */
const GRACE = 5000;

/**
 * The exit status that shells show for a program whose output nobody reads any more, as in `git log | head -1`: 128 +
 * SIGPIPE.
 */
export const UNREAD = 141;

/** The errors of a write when the other end of a pipe is gone. */
const CLOSED_PIPE: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET', 'EOF']);

/** Tells a command to end before it is done: because of a signal, or because nobody reads its output any more. */
export class Ending {
  readonly #stopping = new AbortController();
  readonly #breaking = new AbortController();
  readonly #listener = (): void => this.#signalled();
  readonly #taken = signalsOf(process.platform);
  readonly #stderr: Screen;
  #signals = 0;
  #isOver = false;

  constructor({ stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>) {
    this.#stderr = stderr;
    stdout.once('error', (error: NodeJS.ErrnoException) => this.#unread(error));
    // One reaction is enough; and if nobody reads the log, nobody is there to be told.
    for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  }

  /**
   * Aborted when no new step may begin. Work that changes nothing is given up; the current step is finished and
   * committed.
   */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Aborted when the current step is to be broken off too. */
  get breaking(): AbortSignal {
    return this.#breaking.signal;
  }

  /** Listens to signals from now on. `told`: those that came before. */
  takeSignals(told: readonly string[] = []): void {
    for (const signal of this.#taken) process.on(signal, this.#listener);
    for (const _ of told) this.#signalled();
  }

  /** For work whose orderly end takes its time: a second signal ends the process at once. */
  takeFirstSignal(): void {
    // Listen without a gap: a signal that comes while nobody listens would be lost.
    for (const signal of this.#taken) process.once(signal, () => this.stop());
    this.#leaveSignals();
  }

  stop(): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    setTimeout(() => this.#break(), GRACE).unref();
  }

  /** All is committed and closed. Only output may still wait for its reader. */
  over(): void {
    this.#isOver = true;
    // A reader that takes nothing must not keep a program alive that was told to end.
    if (this.#signals > 0) setTimeout(() => process.exit(), GRACE).unref();
  }

  #signalled(): void {
    // Only the rest of the output is lost, and the exit status stays.
    if (this.#isOver) process.exit();
    this.#signals += 1;
    if (this.#signals > 1) this.#break();
    else this.stop();
  }

  #break(): void {
    if (this.#breaking.signal.aborted) return;
    this.#breaking.abort();
    // Some work does not hear of it, such as a keychain that waits for a password: so the next signal ends the process.
    setTimeout(() => this.#leaveSignals(), GRACE).unref();
  }

  #leaveSignals(): void {
    for (const signal of this.#taken) process.off(signal, this.#listener);
  }

  #unread({ code }: NodeJS.ErrnoException): void {
    process.exitCode = CLOSED_PIPE.has(code) ? UNREAD : EXIT.problems;
    if (!CLOSED_PIPE.has(code))
      this.#stderr.write(`What SiteSync says could not be written (${code}).\nMake room where it goes.\n`);
    this.stop();
  }
}
