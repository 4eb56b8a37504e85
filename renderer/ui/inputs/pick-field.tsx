import { useId, type KeyboardEvent } from 'react';
import { useKeptInView } from '../browser/use-kept-in-view.ts';
import { Icon, type IconName } from '../icons/icons.tsx';
import { Truncate } from '../words/truncate.tsx';
import './field.css';
import './menu.css';
import './pick-field.css';

export interface PickOption {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly detail?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

interface PickFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What fits the text, best first. */
  readonly options: readonly PickOption[];
  /** Id of the option that is picked; null: none. */
  readonly current: string | null;
  readonly onPick: (id: string) => void;
  readonly onEnter: () => void;
  /** Below the options: how many more there are. */
  readonly rest?: string | null | undefined;
  /** What is wrong, and what to do; takes the place of the note. */
  readonly error: string | null;
  /** What comes of the pick. */
  readonly note: string;
}

/** One of many, found by typing: the focus stays in the field, arrows go along what fits, Enter takes it. */
export function PickField(props: PickFieldProps) {
  const { label, placeholder, value, onChange, options, current, onPick, error, note } = props;
  const id = useId();
  const onKeyDown = useKeys(props);
  return (
    <div className="labelled">
      <label className="labelled-name" htmlFor={id}>
        {label}
      </label>
      <div className={error === null ? 'field field-size-m' : 'field field-size-m field-invalid'}>
        <Icon name="search" />
        <input
          id={id}
          className="field-input"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-describedby={`${id}-note`}
          aria-invalid={error !== null}
          {...(current === null ? {} : { 'aria-activedescendant': optionId(id, current) })}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={label} className="pick-list">
        {options.map((option) => (
          <Option
            key={option.id}
            id={optionId(id, option.id)}
            option={option}
            isCurrent={option.id === current}
            onPick={() => onPick(option.id)}
          />
        ))}
      </div>
      {typeof props.rest === 'string' && <p className="labelled-note">{props.rest}</p>}
      <p
        id={`${id}-note`}
        role="status"
        className={error === null ? 'labelled-note' : 'labelled-note labelled-error'}
      >
        {error !== null && <Icon name="fail" size={14} />}
        {error ?? note}
      </p>
    </div>
  );
}

function useKeys({ options, current, onPick, onEnter }: PickFieldProps): (event: KeyboardEvent) => void {
  const able = options.filter(({ isDisabled }) => isDisabled !== true);
  const index = able.findIndex(({ id }) => id === current);
  return (event) => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      const from = index === -1 && by === -1 ? 0 : index;
      const next = able.at((from + by) % able.length);
      if (next !== undefined) onPick(next.id);
    } else if (event.key === 'Enter') onEnter();
    else return;
    event.preventDefault();
  };
}

interface OptionProps {
  readonly id: string;
  readonly option: PickOption;
  readonly isCurrent: boolean;
  readonly onPick: () => void;
}

function Option({ id, option, isCurrent, onPick }: OptionProps) {
  const { label, icon, detail, isDisabled = false } = option;
  useKeptInView(id, isCurrent);
  return (
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      aria-disabled={isDisabled}
      className="menu-item pick-item"
      // The focus stays in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isDisabled) onPick();
      }}
    >
      <Icon name={icon} />
      <Truncate text={label} ending="folder" />
      {detail !== undefined && <span className="pick-detail num">{detail}</span>}
    </div>
  );
}

function optionId(field: string, id: string): string {
  return `${field}-${id}`;
}
