import { DiskError } from './nodes.ts';

/** One access to the disk, as small as a system call. */
export type StepKind =
  | 'lstat'
  | 'list'
  | 'open'
  | 'read'
  | 'create'
  | 'write'
  | 'truncate'
  | 'sync'
  | 'set-time'
  | 'mkdir'
  | 'link'
  | 'rename'
  | 'unlink'
  | 'rmdir'
  | 'space';

export interface DiskStep {
  /** 1 for the first step of this session. */
  readonly number: number;
  readonly kind: StepKind;
  /** Absolute. */
  readonly path: string;
}

/**
 * Nothing: the step goes on · `fail`: it fails with this code of the system (`ENOSPC`, `EIO`, …) · `crash`: the process
 * is dead before the step · `tear`: it dies in the middle; of a write the first half is on disk.
 */
export type Verdict = undefined | { readonly fail: string } | 'crash' | 'tear';

/**
 * Called before each step. What it does itself to the disk has happened before the step; while its promise is
 * pending, others may go on, so that a scheduler decides the order.
 */
export type StepHook = (step: DiskStep) => Verdict | Promise<Verdict>;

/** The accesses of one process. After a crash none of them ever ends, so that nothing of the process runs on. */
export class Steps {
  /** Resolves at the crash. */
  readonly dead: Promise<void>;
  count = 0;
  #isDead = false;
  #die: () => void = () => undefined;
  readonly #hook: StepHook;

  constructor(hook: StepHook) {
    this.#hook = hook;
    this.dead = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  kill(): void {
    this.#isDead = true;
    this.#die();
  }

  /** `half` is what is left of the step where the process dies in the middle. */
  async run<T>(kind: StepKind, path: string, act: () => T, half?: () => void): Promise<T> {
    if (this.#isDead) return forever();
    this.count += 1;
    const verdict = await this.#hook({ number: this.count, kind, path });
    if (this.#isDead) return forever();
    if (verdict === 'crash' || verdict === 'tear') {
      if (verdict === 'tear') half?.();
      this.kill();
      return forever();
    }
    if (verdict !== undefined) throw new DiskError(verdict.fail, kind, path);
    return act();
  }
}

function forever(): Promise<never> {
  return new Promise(() => undefined);
}
