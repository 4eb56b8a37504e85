import { useId, type ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../inputs/button.tsx';
import { Truncate } from '../words/truncate.tsx';
import './overlay.css';

interface SheetProps {
  readonly isOpen: boolean;
  /** Esc or the cross: all is left untouched. */
  readonly onClose: () => void;
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** A photo before the title. */
  readonly lead?: ReactNode;
  /** Filter chips and a search field. */
  readonly filters?: ReactNode;
  readonly children: ReactNode;
  /** The sum, at the foot. */
  readonly summary?: ReactNode;
  /** At the foot; the one primary button names its number. */
  readonly actions: ReactNode;
  /** `l` leaves 40 px at the edges, `m` is as high as what it holds. */
  readonly size?: 'l' | 'm' | undefined;
  /** Another sheet was here just now: the page behind stays covered. */
  readonly follows?: boolean | undefined;
  /** Over in a moment as a rule: seen only if it takes longer. */
  readonly brief?: boolean | undefined;
}

/** A piece of work over the page; it holds the focus and gives it back. A press outside does not throw work away. */
export function Sheet(props: SheetProps) {
  const { isOpen, onClose, title, subtitle, lead, filters, children, summary, actions } = props;
  const { size = 'l', follows = false, brief = false } = props;
  const t = useText();
  const id = useId();
  return (
    <ModalOverlay
      className={follows ? 'scrim scrim-on' : 'scrim'}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={`sheet-place sheet-${size} ${brief ? 'sheet-brief' : ''}`}>
        <Dialog className="sheet" {...(subtitle === undefined ? {} : { 'aria-describedby': id })}>
          <header className="sheet-head">
            {lead}
            <div className="grow">
              <Heading slot="title" className="t-title">
                <Truncate text={title} />
              </Heading>
              {subtitle !== undefined && (
                <div id={id} className="t-small ink-2 num">
                  {subtitle}
                </div>
              )}
            </div>
            <IconButton icon="close" label={t('ui.close')} onPress={onClose} />
          </header>
          {filters !== undefined && <div className="sheet-filters">{filters}</div>}
          <div className="sheet-body">{children}</div>
          <footer className="sheet-foot at-foot">
            <div className="grow num t-small ink-2">{summary}</div>
            <div className="sheet-actions">{actions}</div>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
