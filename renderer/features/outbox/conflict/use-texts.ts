import { useQuery } from '@tanstack/react-query';
import type { Conflict, Version } from '../../../../shared/ipc/outbox.ts';
import type { Columns } from '../../../../shared/model/datamodel.ts';
import { useAnswer, useBridge } from '../../../state/engine.tsx';
import { diffLines, type TextDiff } from './line-diff.ts';
import type { PointsDiff } from './points-diff.ts';

/** Larger files are not compared line by line, bytes. */
const LIMIT = 512 * 1024;

export interface Comparison {
  /** Line by line; null if they are no text, too large, or not both on this computer. */
  readonly text: TextDiff | null;
  /** Point by point, for datamodels in which that shows every difference. */
  readonly points: PointsDiff | null;
}

/** Compares both versions; null if they cannot be compared. */
export function useComparison(conflict: Conflict): {
  readonly comparison: Comparison | null;
  readonly busy: boolean;
} {
  const { contentUrl } = useBridge();
  const { site, mine, theirs } = conflict;
  const { columns, asked } = useColumns(conflict);
  const query = useQuery({
    queryKey: ['conflict.texts', { site }, stampOf(mine), theirs === null ? null : stampOf(theirs), columns],
    enabled: asked,
    queryFn: async ({ signal }): Promise<Comparison | null> => {
      if (theirs?.here !== true || !isSmall(mine) || !isSmall(theirs)) return null;
      const texts = await Promise.all(
        [mine, theirs].map((version) => readText(contentUrl('file', site, version.key), signal)),
      );
      const [a, b] = texts;
      if (typeof a !== 'string' || typeof b !== 'string') return null;
      return { text: diffLines(a, b), points: columns === null ? null : await pointsOf(a, b, columns) };
    },
  });
  return { comparison: query.data ?? null, busy: query.isPending };
}

/**
 * What the columns of a datamodel mean, as the list of points knows it. Null if it does not know, and for other files.
 */
function useColumns({ site, category, mine, theirs }: Conflict): {
  readonly columns: Columns | null;
  readonly asked: boolean;
} {
  const isDatamodel = category === 'kg-csv';
  const { data, error } = useAnswer('points.files', { site }, { enabled: isDatamodel });
  const own = data?.find(({ file }) => file === mine.path || file === theirs?.path);
  return { columns: own?.columns ?? null, asked: !isDatamodel || data !== undefined || error !== null };
}

/** Loads the CSV reader only when it is needed. */
async function pointsOf(mine: string, theirs: string, columns: Columns): Promise<PointsDiff | null> {
  const { diffPoints } = await import('./points-diff.ts');
  return diffPoints(mine, theirs, columns);
}

function stampOf({ key, hash, size, changedAt, here }: Version): string {
  return `${key} ${here} ${hash ?? `${size} ${changedAt}`}`;
}

function isSmall({ size }: Version): boolean {
  return size !== null && size <= LIMIT;
}

/** Null if it is no text: text has no NUL, and nearly everything else has one. */
async function readText(url: string, signal: AbortSignal): Promise<string | null> {
  const reply = await fetch(url, { signal });
  if (!reply.ok) return null;
  const text = new TextDecoder().decode(await reply.arrayBuffer());
  return text.includes('\0') || text.includes('\uFFFD') ? null : text;
}
