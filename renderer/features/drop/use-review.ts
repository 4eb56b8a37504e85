import { useDeferredValue, useMemo, useState } from 'react';
import { decideAll, sumOf, type Choices, type ReviewFile, type ReviewSum } from './choices.ts';
import type { DropStage } from './drop-desk.ts';
import { namesOf } from './dropped.ts';
import {
  countShown,
  foldersOf,
  linesOf,
  type FolderNode,
  type ReviewLine,
  type Shown,
} from './review-lines.ts';

/** The files of a drop as they are decided on, and those lines of them that are shown. */
export interface Review {
  readonly files: readonly ReviewFile[];
  readonly folders: readonly FolderNode[];
  /** Names of what was dropped as a folder. */
  readonly tops: readonly string[];
  readonly counts: Readonly<Record<Shown, number>>;
  readonly sum: ReviewSum;
  readonly lines: readonly ReviewLine[];
  readonly shown: Shown;
  readonly setShown: (shown: Shown) => void;
  /** Below the drop; null: all of them. */
  readonly folder: string | null;
  readonly setFolder: (folder: string | null) => void;
  readonly words: string;
  readonly setWords: (words: string) => void;
  readonly showAll: () => void;
}

export function useReview(
  { review, source }: Extract<DropStage, { kind: 'review' }>,
  choices: Choices,
): Review {
  const [shown, setShown] = useState<Shown>('all');
  const [folder, setFolder] = useState<string | null>(null);
  const [words, setWords] = useState('');
  const needle = useDeferredValue(words);
  const files = useMemo(() => decideAll(review.rows, choices), [review.rows, choices]);
  const folders = useMemo(() => foldersOf(files), [files]);
  const counts = useMemo(() => countShown(files), [files]);
  const sum = useMemo(() => sumOf(files), [files]);
  const lines = useMemo(
    () => linesOf(files, { shown, folder, text: needle }),
    [files, shown, folder, needle],
  );
  return {
    files,
    folders,
    // A file that was dropped by itself lies in nothing; a folder may hold no file at all.
    tops: files.length === 0 ? namesOf(source) : folders.map((each) => each.name),
    counts,
    sum,
    lines,
    shown,
    setShown,
    folder,
    setFolder,
    words,
    setWords,
    showAll: () => {
      setShown('all');
      setFolder(null);
      setWords('');
    },
  };
}
