import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { useText } from '../text/use-text.ts';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';
import { Kbd, KeyHint } from './kbd.tsx';
import { Truncate } from './truncate.tsx';
import './overlay.css';
import './menu.css';
import './command-palette.css';

export interface PaletteItem {
  /** Unlike any other in the palette. */
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly icon?: IconName | undefined;
  readonly keys?: string | undefined;
  readonly onAction: () => void;
}

export interface PaletteSection {
  readonly id: string;
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

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
  const { isOpen, onClose, query, onQueryChange, sections, empty } = props;
  const t = useText();
  const shown = sections.filter(({ items }) => items.length > 0);
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
          {/* Of itself a search field takes the first Esc to clear what was typed: one is enough to leave. */}
          <div
            className="palette-body"
            onKeyDownCapture={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              onClose();
            }}
          >
            <Autocomplete inputValue={query} onInputChange={onQueryChange}>
              <SearchField className="palette-field" aria-label={t('ui.commands')} autoFocus>
                <Icon name="search" />
                <Input className="field-input" placeholder={props.placeholder ?? t('ui.commands')} />
                <KeyHint keys="Esc" />
              </SearchField>
              <Menu
                className="palette-menu"
                aria-label={t('ui.commands')}
                renderEmptyState={() => <p className="palette-empty">{empty}</p>}
              >
                {shown.map((section) => (
                  <MenuSection key={section.id} id={section.id}>
                    <Header className="menu-heading">{section.title}</Header>
                    {section.items.map((item) => (
                      <PaletteEntry key={item.id} item={item} onClose={onClose} />
                    ))}
                  </MenuSection>
                ))}
              </Menu>
            </Autocomplete>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteEntry({ item, onClose }: { readonly item: PaletteItem; readonly onClose: () => void }) {
  return (
    <MenuItem
      id={item.id}
      textValue={item.label}
      className="menu-item palette-item"
      onAction={() => {
        onClose();
        item.onAction();
      }}
    >
      <Icon name={item.icon ?? 'arrowRight'} />
      <Truncate text={item.label} />
      {item.detail !== undefined && <span className="palette-detail cut">{item.detail}</span>}
      {item.keys !== undefined && <Kbd keys={item.keys} />}
    </MenuItem>
  );
}
