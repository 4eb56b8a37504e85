import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components';
import { Icon, type IconName } from '../icons/icons.tsx';
import './button.css';
import './field.css';
import './menu.css';
import './select.css';

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly detail?: string | undefined;
}

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly SelectOption<T>[];
  /** `field` in forms, `button` in toolbars, `inline` inside rows and facts. */
  readonly look?: 'field' | 'button' | 'inline' | undefined;
  readonly icon?: IconName | undefined;
  /** Before the chosen word: "Status: any". */
  readonly prefix?: string | undefined;
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, onChange, options, look = 'field' } = props;
  const hidden = look !== 'field';
  return (
    <AriaSelect
      className={`select select-${look} labelled`}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen !== undefined && chosen.value !== value) onChange(chosen.value);
      }}
      {...(hidden ? { 'aria-label': label } : {})}
    >
      {!hidden && <Label className="labelled-name">{label}</Label>}
      <SelectTrigger {...props} look={look} />
      <Popover className="menu-popover" offset={4}>
        <ListBox className="menu" items={options.map((option) => ({ ...option, id: option.value }))}>
          {(option) => <Choice option={option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

const TRIGGER_LOOKS = {
  field: 'field select-trigger',
  button: 'button button-plain',
  inline: 'select-inline-trigger',
} as const;

function SelectTrigger<T extends string>({ look = 'field', icon, prefix }: SelectProps<T>) {
  const sized = look === 'inline' ? '' : look === 'field' ? 'field-size-m' : 'button-size-s';
  return (
    <Button className={`${TRIGGER_LOOKS[look]} ${sized}`}>
      {icon !== undefined && <Icon name={icon} />}
      <SelectValue className="select-value cut">
        {({ selectedText }) => `${prefix ?? ''}${selectedText ?? ''}`}
      </SelectValue>
      <Icon name={look === 'inline' ? 'upDown' : 'chevronDown'} size={12} className="button-chevron" />
    </Button>
  );
}

function Choice<T extends string>({ option }: { readonly option: SelectOption<T> }) {
  return (
    <ListBoxItem id={option.value} textValue={option.label} className="menu-item">
      {({ isSelected }) => (
        <>
          {option.icon !== undefined && <Icon name={option.icon} />}
          <span className="menu-words">
            <span>{option.label}</span>
            {option.detail !== undefined && <span className="menu-detail">{option.detail}</span>}
          </span>
          <span className="menu-tick">{isSelected && <Icon name="check" size={14} />}</span>
        </>
      )}
    </ListBoxItem>
  );
}
