import { type ReactElement, useRef } from 'react';
import {
  Header,
  Keyboard,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { Icon, type IconName } from '../icons/icons.tsx';
import { keysText } from '../telling/kbd.tsx';
import './menu.css';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly keys?: string | undefined;
  readonly detail?: string | undefined;
  readonly danger?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly onAction: () => void;
}

/** An action, a heading for the actions after it until the next line, or a line. */
export type MenuEntry = MenuAction | { readonly heading: string } | 'line';

interface MenuButtonProps {
  /** A Button or an IconButton. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly items: readonly MenuEntry[];
}

export function MenuButton({ trigger, label, items }: MenuButtonProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="menu-popover" offset={4}>
        <Entries label={label} items={items} />
      </Popover>
    </MenuTrigger>
  );
}

interface ContextMenuProps {
  readonly label: string;
  readonly items: readonly MenuEntry[];
  /** Where, in pixels of the window; null: closed. */
  readonly at: { readonly x: number; readonly y: number } | null;
  readonly onClose: () => void;
}

/** The menu at the pointer, or at the current row. */
export function ContextMenu({ label, items, at, onClose }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span
        ref={anchor}
        className="menu-anchor"
        aria-hidden="true"
        style={at === null ? {} : { left: at.x, top: at.y }}
      />
      <Popover
        key={at === null ? 'closed' : `${at.x},${at.y}`}
        className="menu-popover"
        triggerRef={anchor}
        // Placed beside the point, it can move up and down until all of it is on screen.
        placement="right top"
        offset={0}
        isOpen={at !== null}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
      >
        <Entries label={label} items={items} onClose={onClose} />
      </Popover>
    </>
  );
}

interface EntriesProps {
  readonly label: string;
  readonly items: readonly MenuEntry[];
  readonly onClose?: () => void;
}

function Entries({ label, items, onClose }: EntriesProps) {
  return (
    <Menu
      className="menu"
      aria-label={label}
      autoFocus="first"
      {...(onClose === undefined ? {} : { onClose })}
    >
      {inSections(items).map((section) =>
        section.heading === null ? (
          section.entries.map((entry) => <Entry key={entryKey(entry)} entry={entry} />)
        ) : (
          <MenuSection key={section.heading}>
            <Header className="menu-heading">{section.heading}</Header>
            {section.entries.map((entry) => (
              <Entry key={entryKey(entry)} entry={entry} />
            ))}
          </MenuSection>
        ),
      )}
    </Menu>
  );
}

type Placed = MenuAction | { readonly line: number };

interface Section {
  readonly heading: string | null;
  readonly entries: readonly Placed[];
}

function inSections(items: readonly MenuEntry[]): readonly Section[] {
  const sections: { heading: string | null; entries: Placed[] }[] = [{ heading: null, entries: [] }];
  for (const [index, item] of items.entries()) {
    if (item === 'line') {
      // What comes after it does not belong to the heading before it, and would be spoken as if it did.
      if (sections.at(-1)?.heading !== null) sections.push({ heading: null, entries: [] });
      sections.at(-1)?.entries.push({ line: index });
    } else if ('heading' in item) sections.push({ heading: item.heading, entries: [] });
    else sections.at(-1)?.entries.push(item);
  }
  return sections.filter(({ heading, entries }) => heading !== null || entries.length > 0);
}

function entryKey(entry: Placed): string {
  return 'line' in entry ? `line-${entry.line}` : entry.id;
}

function Entry({ entry }: { readonly entry: Placed }) {
  if ('line' in entry) return <Separator className="menu-line" />;
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      className={entry.danger === true ? 'menu-item menu-item-danger' : 'menu-item'}
      isDisabled={entry.isDisabled ?? false}
      onAction={entry.onAction}
    >
      {entry.icon !== undefined && <Icon name={entry.icon} />}
      <span className="menu-words">
        <span>{entry.label}</span>
        {entry.detail !== undefined && <span className="menu-detail">{entry.detail}</span>}
      </span>
      {entry.keys !== undefined && (
        // Not part of the spoken name: it is spoken after it, as the description of the entry.
        <Keyboard className="kbd" aria-hidden="true">
          {keysText(entry.keys)}
        </Keyboard>
      )}
    </MenuItem>
  );
}
