import { useQuery } from '@tanstack/react-query';
import type { Conflict, Version } from '../../../../shared/ipc/outbox.ts';
import { useBridge } from '../../../state/engine.tsx';
import { diffLines, type TextDiff } from './line-diff.ts';

/** Larger files are not compared line by line, bytes. */
const LIMIT = 512 * 1024;

/** Both versions of a text compared; null where they are no text, too large, or not both on this computer. */
export function useTextDiff(conflict: Conflict): { readonly diff: TextDiff | null; readonly busy: boolean } {
  const { contentUrl } = useBridge();
  const { site, mine, theirs } = conflict;
  const query = useQuery({
    queryKey: ['conflict.texts', { site }, stampOf(mine), theirs === null ? null : stampOf(theirs)],
    queryFn: async ({ signal }): Promise<TextDiff | null> => {
      if (theirs === null || !isSmall(mine) || !isSmall(theirs)) return null;
      const texts = await Promise.all(
        [mine, theirs].map((version) => readText(contentUrl('file', site, version.key), signal)),
      );
      const [a, b] = texts;
      return typeof a === 'string' && typeof b === 'string' ? diffLines(a, b) : null;
    },
  });
  return { diff: query.data ?? null, busy: query.isPending };
}

function stampOf({ key, hash, size, changedAt }: Version): string {
  return `${key} ${hash ?? `${size} ${changedAt}`}`;
}

function isSmall({ size }: Version): boolean {
  return size !== null && size <= LIMIT;
}

/** Null for what is no text: a NUL stands in no text, and in nearly everything else. */
async function readText(url: string, signal: AbortSignal): Promise<string | null> {
  const reply = await fetch(url, { signal });
  if (!reply.ok) return null;
  const text = new TextDecoder().decode(await reply.arrayBuffer());
  return text.includes('\0') || text.includes('\uFFFD') ? null : text;
}
