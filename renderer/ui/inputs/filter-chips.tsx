import { ToggleButton } from 'react-aria-components';
import { format } from '../words/format.ts';
import { Icon, type IconName } from '../icons/icons.tsx';
import { OneOf } from './one-of.tsx';
import './filter-chips.css';

interface FilterChip<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly count?: number | undefined;
}

interface FilterChipsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly FilterChip<T>[];
}

/** Which part of a list is shown; each chip tells how many there are. */
export function FilterChips<T extends string>({ label, value, onChange, options }: FilterChipsProps<T>) {
  return (
    <OneOf className="filter-chips" label={label} value={value} onChange={onChange} options={options}>
      {options.map((option) => (
        <ToggleButton key={option.value} id={option.value} className="filter-chip">
          {option.icon !== undefined && <Icon name={option.icon} />}
          {option.label}
          {option.count !== undefined && (
            <span className="filter-count num">{format.count(option.count)}</span>
          )}
        </ToggleButton>
      ))}
    </OneOf>
  );
}
