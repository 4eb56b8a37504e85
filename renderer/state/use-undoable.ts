import { useCallback, useMemo, useRef } from 'react';
import { useActionHandler } from './actions.ts';
import { useText } from '../text/use-text.ts';
import { toast } from '../ui/overlays/toast.tsx';

/** So long an act may take until it is told that it is under way, ms. */
const SLOW = 1000;

export interface Undoable {
  /** Says what was done, with a way back. */
  readonly say: (message: string, undo: () => void) => void;
  /** Runs an act that ends in `say`. Where it takes long, these words tell of it until it has ended. */
  readonly run: (words: string, act: () => Promise<unknown>) => void;
}

/**
 * While this list is on screen Ctrl+Z takes back the newest act, also when no longer told. One that is still under way is
 * meant, too: it is taken back once it has answered, and not the one before it.
 */
export function useUndoable(): Undoable {
  const t = useText();
  const newest = useRef<(() => void) | null>(null);
  const running = useRef(0);
  const isUnwanted = useRef(false);
  /** Takes away what is said of the acts under way. */
  const closeWords = useRef<readonly (() => void)[]>([]);
  const endWords = useCallback(() => {
    for (const close of closeWords.current) close();
    closeWords.current = [];
  }, []);
  const takeBackLater = useCallback(() => {
    if (isUnwanted.current) return;
    isUnwanted.current = true;
    // In place of what offers just this; it stands as long, for an act may take minutes.
    endWords();
    closeWords.current = [toast(t('files.undoLater'), { tone: 'busy' })];
  }, [t, endWords]);
  useActionHandler('undo', () => {
    if (running.current > 0) takeBackLater();
    else newest.current?.();
  });
  const say = useCallback(
    (message: string, undo: () => void) => {
      if (isUnwanted.current) {
        isUnwanted.current = false;
        endWords();
        undo();
        return;
      }
      const once = (): void => {
        if (newest.current === byKey) newest.current = null;
        undo();
      };
      const close = toast(message, { action: { label: t('files.undo'), onAction: once } });
      const byKey = (): void => {
        close();
        once();
      };
      newest.current = byKey;
    },
    [t, endWords],
  );
  const run = useCallback(
    (words: string, act: () => Promise<unknown>) => {
      let close = (): void => undefined;
      const timer = setTimeout(() => {
        if (isUnwanted.current) return;
        const action = { label: t('files.undo'), onAction: takeBackLater };
        close = toast(words, { tone: 'busy', action });
        closeWords.current = [...closeWords.current, close];
      }, SLOW);
      running.current += 1;
      void act().finally(() => {
        clearTimeout(timer);
        close();
        running.current -= 1;
        if (running.current > 0) return;
        isUnwanted.current = false;
        endWords();
      });
    },
    [t, takeBackLater, endWords],
  );
  return useMemo(() => ({ say, run }), [say, run]);
}
