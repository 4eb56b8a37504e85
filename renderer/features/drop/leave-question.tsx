import type { ReactNode } from 'react';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

interface LeaveQuestionProps {
  /** The number of files whose decisions would be lost. */
  readonly count: number;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before decisions about dropped files are thrown away: one Escape too many may cost hours of work. */
export function LeaveQuestion({ count, onStay, onLeave }: LeaveQuestionProps): ReactNode {
  const t = useText();
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onStay}
      title={t('drop.leaveTitle')}
      actions={
        <>
          <Button autoFocus onPress={onStay}>
            {t('drop.stay')}
          </Button>
          <Button variant="danger" onPress={onLeave}>
            {t('drop.leaveYes')}
          </Button>
        </>
      }
    >
      <p>{t('drop.leaveWhy', { count })}</p>
    </Dialog>
  );
}
