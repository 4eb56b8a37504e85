import type { ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components';
import './choices.css';

interface SwitchProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly children: ReactNode;
  readonly hint?: ReactNode;
  readonly isDisabled?: boolean | undefined;
}

/** For what takes effect at once. */
export function Switch({ isSelected, onChange, children, hint, isDisabled = false }: SwitchProps) {
  return (
    <AriaSwitch className="switch" isSelected={isSelected} onChange={onChange} isDisabled={isDisabled}>
      <span className="choice-words">
        {children}
        {hint !== undefined && <span className="choice-hint">{hint}</span>}
      </span>
      <span className="switch-track" aria-hidden="true">
        <span className="switch-knob" />
      </span>
    </AriaSwitch>
  );
}
