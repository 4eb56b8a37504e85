import { useCallback } from 'react';
import { useText } from '../../text/use-text.ts';
import { toast } from './toast.tsx';

/** Puts words on the clipboard, and says whether they are there: a browser may refuse it. */
export function useCopy(): (words: string) => void {
  const t = useText();
  return useCallback(
    (words) => {
      void isCopied(words).then((isDone) =>
        isDone ? toast(t('ui.copied')) : toast(t('ui.notCopied'), { tone: 'bad' }),
      );
    },
    [t],
  );
}

async function isCopied(words: string): Promise<boolean> {
  try {
    // A page that may have no clipboard has no such object either.
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return false;
  }
}
