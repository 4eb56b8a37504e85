import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSaidCount } from '../../../state/use-said-count.ts';
import { decideAll, sumOf, type Choices, type ReviewFile, type ReviewSum } from './choices.ts';
import { useDropDesk } from '../drop-context.ts';
import type { DropStage } from '../drop-desk.ts';
import { namesOf } from '../dropped.ts';
import {
  countShown,
  foldersOf,
  linesOf,
  type FolderNode,
  type ReviewLine,
  type Shown,
} from './review-lines.ts';

/** The files of a drop with the decisions about them, and the lines of the table that are shown. */
export interface Review {
  readonly files: readonly ReviewFile[];
  readonly folders: readonly FolderNode[];
  /** Names of the dropped folders. */
  readonly tops: readonly string[];
  readonly counts: Readonly<Record<Shown, number>>;
  readonly sum: ReviewSum;
  readonly lines: readonly ReviewLine[];
  /** Changes whenever the filter does. */
  readonly list: string;
  readonly shown: Shown;
  readonly setShown: (shown: Shown) => void;
  /** Within the drop; null: all of them. */
  readonly folder: string | null;
  readonly setFolder: (folder: string | null) => void;
  readonly words: string;
  readonly setWords: (words: string) => void;
  readonly showAll: () => void;
}

export function useReview(
  { review, names, source }: Extract<DropStage, { kind: 'review' }>,
  choices: Choices,
): Review {
  const [shown, setShown] = useState<Shown>('all');
  const [folder, setFolder] = useState<string | null>(null);
  const [words, setWords] = useState('');
  const needle = useDeferredValue(words);
  const files = useMemo(() => decideAll(review.rows, names, choices), [review.rows, names, choices]);
  usePlaces(review.drop, files, choices.categories);
  const folders = useMemo(() => foldersOf(files), [files]);
  const counts = useMemo(() => countShown(files), [files]);
  const sum = useMemo(() => sumOf(files), [files]);
  const lines = useMemo(
    () => linesOf(files, { shown, folder, text: needle }),
    [files, shown, folder, needle],
  );
  const list = JSON.stringify([shown, folder, needle]);
  useSaidCount(list, lines.filter(({ kind }) => kind === 'file').length);
  return {
    files,
    folders,
    // If folders without any file were dropped, their own names are shown.
    tops: files.length === 0 ? namesOf(source) : folders.map((each) => each.name),
    counts,
    sum,
    lines,
    list,
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

/** Asks which names are taken when the person chose other categories. */
function usePlaces(drop: string, files: readonly ReviewFile[], categories: Choices['categories']): void {
  const desk = useDropDesk();
  const others = useEffectEvent(() =>
    files
      .filter(({ category, row }) => category !== row.category && row.refused === null)
      .map(({ category, row }) => ({ index: row.index, category })),
  );
  useEffect(() => {
    if (categories.size > 0) void desk.place(others());
  }, [desk, drop, categories]);
}
