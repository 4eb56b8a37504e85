import { useSyncExternalStore } from 'react';

export interface ExportProgress {
  /** Of the file that is made. */
  readonly name: string;
  /** In it so far; null before the first piece, which may be all. */
  readonly samples: number | null;
  /** About how many it will hold. */
  readonly of: number;
}

/** Hears how many samples are in the file, and about how many it will hold. */
type Tell = (samples: number, of: number) => void;

/**
 * The export of every sample that is under way, one at a time. It belongs to the window and to no screen, so that it goes
 * on where the charts are left. The file is handed over once it is whole: what is stopped leaves nothing.
 */
class ExportRun {
  readonly #listeners = new Set<() => void>();
  #progress: ExportProgress | null = null;
  #stop = new AbortController();

  readonly get = (): ExportProgress | null => this.#progress;

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#listeners.add(onChange);
    return () => this.#listeners.delete(onChange);
  };

  /** Null: it was stopped, or another one is under way. */
  async make(name: string, make: (signal: AbortSignal, tell: Tell) => Promise<Blob>): Promise<Blob | null> {
    if (this.#progress !== null) return null;
    const { signal } = (this.#stop = new AbortController());
    this.#to({ name, samples: null, of: 0 });
    try {
      return await make(signal, (samples, of) => this.#to({ name, samples, of }));
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      this.#to(null);
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  #to(progress: ExportProgress | null): void {
    this.#progress = progress;
    for (const listener of this.#listeners) listener();
  }
}

export const exportRun = new ExportRun();

/** Null: none is under way. */
export function useExportProgress(): ExportProgress | null {
  return useSyncExternalStore(exportRun.subscribe, exportRun.get);
}
