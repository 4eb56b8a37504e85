import { EXIT } from './output/output.ts';
import type { Screen, Terminal } from './output/terminal.ts';

/**
 * What tells a program to end; main.mjs names the same. Of the first two Windows knows Ctrl+C alone. It has Ctrl+Break
 * too, and says when the console is closed, after which a program has some seconds. Elsewhere SIGHUP stays as `nohup` set it.
 */
function signalsOf(platform: NodeJS.Platform): readonly NodeJS.Signals[] {
  return platform === 'win32' ? ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM'];
}

/** After the first signal the current step is finished; after this long, or a second one, it is broken off, ms. */
const GRACE = 5000;

/** What a shell says of a program that ended because nobody read on, as `git log | head -1` does: 128 + SIGPIPE. */
export const UNREAD = 141;

/** What a system answers when the other end of a pipe is gone. */
const CLOSED_PIPE: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET', 'EOF']);

/** How a command is told that it is to end before it is done: by a signal, or because nobody reads on what it says. */
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
    // Once is enough; and where nobody reads the log there is nobody to be told of it.
    for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  }

  /** Nothing new is begun, and what changes nothing is given up: the current step is finished and committed. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** The current step is broken off too. */
  get breaking(): AbortSignal {
    return this.#breaking.signal;
  }

  /** From now on, and those as well that it was told by before. */
  takeSignals(told: readonly string[] = []): void {
    for (const signal of this.#taken) process.on(signal, this.#listener);
    for (const _ of told) this.#signalled();
  }

  /** For what takes as long as it takes to end in order: a second signal ends the process at once. */
  takeFirstSignal(): void {
    // Without a gap: what came and was not heard yet would be lost where nobody listens for a moment.
    for (const signal of this.#taken) process.once(signal, () => this.stop());
    this.#leaveSignals();
  }

  stop(): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    setTimeout(() => this.#break(), GRACE).unref();
  }

  /** All is committed and closed; what was said may still wait for whoever reads it. */
  over(): void {
    this.#isOver = true;
    // A reader who takes nothing does not keep from ending what was told to end.
    if (this.#signals > 0) setTimeout(() => process.exit(), GRACE).unref();
  }

  #signalled(): void {
    // Only the rest of the output is lost by it, and the exit status stays what it is.
    if (this.#isOver) process.exit();
    this.#signals += 1;
    if (this.#signals > 1) this.#break();
    else this.stop();
  }

  #break(): void {
    if (this.#breaking.signal.aborted) return;
    this.#breaking.abort();
    // What hears nothing of it, as a keychain that waits for a password: the next signal ends the process.
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
