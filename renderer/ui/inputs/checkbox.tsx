import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components';
import { given } from '../given.ts';
import { Icon } from '../icons/icons.tsx';
import './choices.css';

interface CheckboxProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isIndeterminate?: boolean | undefined;
  /** The words beside the box. If there are none, `label` names it. */
  readonly children?: ReactNode;
  readonly label?: string | undefined;
  readonly hint?: ReactNode;
  readonly isDisabled?: boolean | undefined;
}

export function Checkbox(props: CheckboxProps) {
  const { isSelected, onChange, isIndeterminate = false, children, label, hint, isDisabled = false } = props;
  return (
    <AriaCheckbox
      className="checkbox"
      isSelected={isSelected}
      isIndeterminate={isIndeterminate}
      onChange={onChange}
      isDisabled={isDisabled}
      {...given({ 'aria-label': label })}
    >
      <Box isSelected={isSelected} isIndeterminate={isIndeterminate} />
      {children !== undefined && (
        <span className="choice-words">
          {children}
          {hint !== undefined && <span className="choice-hint">{hint}</span>}
        </span>
      )}
    </AriaCheckbox>
  );
}

interface BoxProps {
  readonly isSelected: boolean;
  readonly isIndeterminate?: boolean;
}

/** The drawing of a box alone: for rows, whose own state tells what is chosen. */
export function Box({ isSelected, isIndeterminate = false }: BoxProps) {
  const on = isSelected || isIndeterminate;
  return (
    <span className={on ? 'box box-on' : 'box'} aria-hidden="true">
      {on && <Icon name={isIndeterminate ? 'minus' : 'check'} size={12} />}
    </span>
  );
}
