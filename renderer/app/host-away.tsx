import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useBridge } from '../state/engine.tsx';
import { useText } from '../text/use-text.ts';
import { Button } from '../ui/inputs/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';

/** A host that comes back within so long was never away, ms. */
const BLINK = 1000;

/** Over everything while SiteSync itself does not answer: what the screens show then is old, and nothing can be done. */
export function HostAway(): ReactNode {
  const t = useText();
  const { reach } = useBridge();
  const kind = useSyncExternalStore(reach.subscribe, reach.get);
  const [shown, setShown] = useState(false);
  const isAway = kind !== 'there';
  useEffect(() => {
    const timer = setTimeout(() => setShown(isAway), isAway ? BLINK : 0);
    return () => clearTimeout(timer);
  }, [isAway]);
  const words = kind === 'shutOut' ? 'shutOut' : 'away';
  return (
    <Dialog
      isOpen={shown && isAway}
      onClose={reach.retry}
      role="alertdialog"
      title={t(`host.${words}Title`)}
      actions={
        <Button variant="primary" onPress={reach.retry}>
          {t('host.retry')}
        </Button>
      }
    >
      {t(`host.${words}Why`)}
    </Dialog>
  );
}
