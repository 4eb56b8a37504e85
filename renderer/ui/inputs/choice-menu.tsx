import type { ReactElement } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Box } from './checkbox.tsx';
import { Icon } from '../icons/icons.tsx';
import type { SelectOption } from './select.tsx';
import './menu.css';

interface ChoiceMenuProps<T extends string> {
  /** A Button that says what is chosen: "Status: any". */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly values: readonly T[];
  readonly onChange: (values: readonly T[]) => void;
  readonly options: readonly SelectOption<T>[];
}

/** Any number of a few choices: the menu stays open while boxes are ticked. */
export function ChoiceMenu<T extends string>({
  trigger,
  label,
  values,
  onChange,
  options,
}: ChoiceMenuProps<T>) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="menu-popover" offset={4}>
        <Menu
          className="menu"
          aria-label={label}
          selectionMode="multiple"
          shouldCloseOnSelect={false}
          selectedKeys={values}
          onSelectionChange={(keys) => {
            const chosen = options.filter(({ value }) => keys === 'all' || keys.has(value));
            onChange(chosen.map(({ value }) => value));
          }}
        >
          {options.map((option) => (
            <MenuItem key={option.value} id={option.value} textValue={option.label} className="menu-item">
              <Box isSelected={values.includes(option.value)} />
              {option.icon !== undefined && <Icon name={option.icon} />}
              <span className="menu-words">{option.label}</span>
              {option.detail !== undefined && <span className="menu-detail num">{option.detail}</span>}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
