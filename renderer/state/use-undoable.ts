import { useCallback, useRef } from 'react';
import { useActionHandler } from './actions.ts';
import { useText } from '../text/use-text.ts';
import { toast } from '../ui/overlays/toast.tsx';

/** Says what was done, with a way back: while this list is on screen Ctrl+Z takes the newest, also when no longer told. */
export function useUndoable(): (message: string, undo: () => void) => void {
  const t = useText();
  const newest = useRef<(() => void) | null>(null);
  useActionHandler('undo', () => newest.current?.());
  return useCallback(
    (message, undo) => {
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
}
