import { useId, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { drawn } from '../look/text-size.ts';
import './overlay.css';

interface DialogProps {
  readonly isOpen: boolean;
  /** Esc, or a press outside of what is no alert. */
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** Buttons: the safe one first, the one that acts last. */
  readonly actions: ReactNode;
  readonly role?: 'dialog' | 'alertdialog' | undefined;
  /** Pixels. */
  readonly width?: number | undefined;
}

/** One question over the page. Afterwards the focus returns to where it was. */
export function Dialog({
  isOpen,
  onClose,
  title,
  children,
  actions,
  role = 'dialog',
  width = 440,
}: DialogProps) {
  const body = useId();
  return (
    <ModalOverlay
      className="scrim"
      isOpen={isOpen}
      isDismissable={role === 'dialog'}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="dialog-place" style={{ width: drawn(width) }}>
        {/* The focus goes to the safe answer: without this nobody who listens hears what is asked. */}
        <AriaDialog
          className="dialog"
          role={role}
          {...(role === 'alertdialog' ? { 'aria-describedby': body } : {})}
        >
          <Heading slot="title" className="dialog-title">
            {title}
          </Heading>
          <div id={body} className="dialog-body">
            {children}
          </div>
          <div className="dialog-actions">{actions}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
