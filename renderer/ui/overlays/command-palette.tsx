import { useId, type KeyboardEvent } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useText } from '../../text/use-text.ts';
import { useKeptInView } from '../browser/use-kept-in-view.ts';
import { Icon } from '../icons/icons.tsx';
import { Kbd, KeyHint } from '../telling/kbd.tsx';
import type { PaletteItem, PaletteSection } from './palette-section.ts';
import { Truncate } from '../words/truncate.tsx';
import { usePaletteKeys } from './use-palette-keys.ts';
import './overlay.css';
import '../inputs/menu.css';
import './command-palette.css';

interface CommandPaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
  /** What fits the query, best first: the app filters, since it knows more than it shows. */
  readonly sections: readonly PaletteSection[];
  /** Said when nothing fits. */
  readonly empty: string;
  readonly placeholder?: string | undefined;
}

/** Places and commands by name: type, arrows, Enter. */
export function CommandPalette(props: CommandPaletteProps) {
  const { isOpen, onClose } = props;
  const t = useText();
  return (
    <ModalOverlay
      className="scrim palette-scrim"
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="palette">
        <Dialog className="palette-dialog" aria-label={t('ui.commands')}>
          <PaletteBody {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** A field and what fits: the focus stays in the field, which names the current item. */
function PaletteBody({ onClose, query, onQueryChange, sections, empty, placeholder }: CommandPaletteProps) {
  const t = useText();
  const list = useId();
  const open = (item: PaletteItem): void => {
    onClose();
    item.onAction();
  };
  const { current, choose, onKeyDown } = usePaletteKeys(query, sections, open);
  const isEmpty = current === null;
  return (
    <>
      <div className="palette-field">
        <Icon name="search" />
        <input
          className="field-input"
          role="combobox"
          aria-label={t('ui.commands')}
          aria-autocomplete="list"
          aria-expanded={!isEmpty}
          aria-controls={list}
          {...(isEmpty ? {} : { 'aria-activedescendant': optionId(list, current) })}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          placeholder={placeholder ?? t('ui.commands')}
          value={query}
          onChange={(event) => onQueryChange(event.target.value)}
          onKeyDown={(event: KeyboardEvent) => onKeyDown(event)}
        />
        <KeyHint keys="Esc" />
      </div>
      <div className="palette-menu" id={list} role="listbox" aria-label={t('ui.commands')}>
        {sections.map(
          ({ id, title, items }) =>
            items.length > 0 && (
              <div key={id} role="group" aria-labelledby={`${list}-${id}`}>
                <div id={`${list}-${id}`} role="presentation" className="menu-heading">
                  {title}
                </div>
                {items.map((item) => (
                  <PaletteOption
                    key={item.id}
                    id={optionId(list, item)}
                    item={item}
                    isCurrent={item === current}
                    onPoint={() => choose(item.id)}
                    onPress={() => open(item)}
                  />
                ))}
              </div>
            ),
        )}
      </div>
      {isEmpty && (
        <p className="palette-empty" role="status">
          {empty}
        </p>
      )}
    </>
  );
}

interface PaletteOptionProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly isCurrent: boolean;
  readonly onPoint: () => void;
  readonly onPress: () => void;
}

function PaletteOption({ id, item, isCurrent, onPoint, onPress }: PaletteOptionProps) {
  useKeptInView(id, isCurrent);
  return (
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      className="menu-item palette-item"
      // Moved, not merely found under a pointer that rests while the list changes.
      onPointerMove={onPoint}
      onClick={onPress}
    >
      <Icon name={item.icon ?? 'arrowRight'} />
      <Truncate text={item.label} />
      {item.detail !== undefined && item.detail !== '' && (
        <span className="palette-detail">
          <Truncate text={item.detail} ending="folder" />
        </span>
      )}
      {item.keys !== undefined && <Kbd keys={item.keys} />}
    </div>
  );
}

function optionId(list: string, { id }: PaletteItem): string {
  return `${list}-${id}`;
}
