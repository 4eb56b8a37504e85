import type { ReactNode } from 'react';

/** Where a line stands in its tree. */
export interface TreePlace {
  /** From 1, at the top. */
  readonly level: number;
  /** Null: there is nothing below it. */
  readonly isOpen: boolean | null;
  /** Which one it is, from 1, of how many beside it; left out where not all of them are known. */
  readonly among?: { readonly at: number; readonly of: number } | undefined;
}

/** What a line shows. */
export interface TreeLine {
  readonly content: ReactNode;
  /** All of what may be cut. */
  readonly title: string;
  readonly className?: string;
  /** Where lines are ticked, as any number of them may be. */
  readonly isChecked?: boolean;
}

/** The lines that are not folded away, of any number. */
export interface TreeRows<R> {
  readonly count: number;
  /** Undefined: it is still to come. */
  readonly at: (index: number) => R | undefined;
  /** Told which lines are in view, to load them. */
  readonly onRange?: (first: number, last: number) => void;
}
