import type { KeyboardEvent, ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { format } from '../../ui/words/format.ts';
import { Truncate } from '../../ui/words/truncate.tsx';
import { Preview } from './preview.tsx';
import type { PreviewFile } from './preview-file.ts';
import type { SeriesOfRows } from './preview-parts.tsx';
import './preview-dialog.css';

interface PreviewDialogProps {
  /** Null: closed. */
  readonly file: PreviewFile | null;
  /** By Esc, Space, the cross, or a press outside. */
  readonly onClose: () => void;
  /** Goes to the next or previous file of the list behind it; absent if there is none. */
  readonly onStep?: ((by: -1 | 1) => void) | undefined;
  readonly series?: SeriesOfRows | undefined;
  /** Buttons beside the cross, such as "Open". */
  readonly actions?: ReactNode;
}

/** A file by itself over the page, as large as the window allows. */
export function PreviewDialog(props: PreviewDialogProps): ReactNode {
  const { file, onClose } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || event.defaultPrevented || usesSpace(event.target)) return;
    event.preventDefault();
    // Held down, it opened this.
    if (!event.repeat) onClose();
  };
  return (
    <ModalOverlay
      className="scrim"
      isOpen={file !== null}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="preview-place">
        {/* Keys pressed in the content bubble up to here, and those of the dialog itself, which has the focus at first. */}
        <div className="preview-keys" role="presentation" onKeyDown={onKeyDown}>
          <Dialog className="preview-dialog">{file !== null && <Inside {...props} file={file} />}</Dialog>
        </div>
      </Modal>
    </ModalOverlay>
  );
}

function Inside(props: PreviewDialogProps & { readonly file: PreviewFile }): ReactNode {
  const { file, onClose, onStep, series, actions } = props;
  const t = useText();
  return (
    <div className="preview-inside">
      <header className="preview-head">
        {onStep !== undefined && (
          <>
            <IconButton icon="chevronUp" label={t('preview.before')} onPress={() => onStep(-1)} />
            <IconButton icon="chevronDown" label={t('preview.after')} onPress={() => onStep(1)} />
          </>
        )}
        <Heading slot="title" className="t-lead cut grow">
          <Truncate text={file.name} />
        </Heading>
        <span className="t-small ink-3 num nowrap">{format.bytes(file.size)}</span>
        {actions}
        <IconButton icon="close" label={t('ui.close')} keys="Esc" onPress={onClose} />
      </header>
      <Preview file={file} where="full" series={series} />
    </div>
  );
}

/** Space has another meaning in fields, on buttons, and in tables and trees. */
function usesSpace(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('button, input, textarea, select, a, [role=grid], [role=tree], [role=treegrid]') !== null
  );
}
