import { ToggleButton } from 'react-aria-components';
import { format } from '../words/format.ts';
import { Icon, type IconName } from '../icons/icons.tsx';
import { OneOf } from './one-of.tsx';
import './segmented.css';

interface Segment<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: IconName | undefined;
  /** Shows the icon alone; the label is spoken. */
  readonly iconOnly?: boolean | undefined;
  readonly count?: number | undefined;
  /** There may be more of them than were counted. */
  readonly isLeast?: boolean | undefined;
}

interface SegmentedControlProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** The chosen one was pressed; left out: nothing comes of that. */
  readonly onAgain?: ((value: T) => void) | undefined;
  readonly options: readonly Segment<T>[];
}

/** One of a few ways to see the same thing. */
export function SegmentedControl<T extends string>(props: SegmentedControlProps<T>) {
  const { label, value, onChange, onAgain, options } = props;
  return (
    <OneOf className="segmented" label={label} value={value} onChange={onChange} options={options}>
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          onPress={() => {
            if (option.value === value) onAgain?.(value);
          }}
          className={option.iconOnly === true ? 'segment segment-icon' : 'segment'}
          {...(option.iconOnly === true ? { 'aria-label': option.label } : {})}
        >
          {option.icon !== undefined && <Icon name={option.icon} size={14} />}
          {option.iconOnly !== true && option.label}
          {option.count !== undefined && (
            <span className="num">{countText(option.count, option.isLeast)}</span>
          )}
        </ToggleButton>
      ))}
    </OneOf>
  );
}

function countText(count: number, isLeast = false): string {
  return `${format.count(count)}${isLeast ? '+' : ''}`;
}
