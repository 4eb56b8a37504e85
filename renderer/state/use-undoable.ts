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
  const takeBackLater = useCallback(() => {
    if (!isUnwanted.current) toast(t('files.undoLater'));
    isUnwanted.current = true;
  }, [t]);
  useActionHandler('undo', () => {
    if (running.current > 0) takeBackLater();
    else newest.current?.();
  });
  const say = useCallback(
    (message: string, undo: () => void) => {
      if (isUnwanted.current) {
        isUnwanted.current = false;
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
    [t],
  );
  const run = useCallback(
    (words: string, act: () => Promise<unknown>) => {
      let close = (): void => undefined;
      const timer = setTimeout(() => {
        const action = { label: t('files.undo'), onAction: takeBackLater };
        close = toast(words, { tone: 'busy', action });
      }, SLOW);
      running.current += 1;
      void act().finally(() => {
        running.current -= 1;
        if (running.current === 0) isUnwanted.current = false;
        clearTimeout(timer);
        close();
      });
    },
    [t, takeBackLater],
  );
  return useMemo(() => ({ say, run }), [say, run]);
}
