import { Label, Radio, RadioGroup } from 'react-aria-components';
import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';
import './choices.css';

interface RadioCard<T extends string> {
  readonly value: T;
  readonly title: string;
  /** The consequence. */
  readonly detail?: ReactNode;
  readonly icon?: IconName | undefined;
}

interface RadioCardsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly RadioCard<T>[];
  /** Side by side; 1: below each other. */
  readonly columns?: number | undefined;
  readonly labelHidden?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** A choice whose consequences are worth a sentence each. */
export function RadioCards<T extends string>(props: RadioCardsProps<T>) {
  const { label, value, onChange, options, columns = options.length, labelHidden = true } = props;
  return (
    <RadioGroup
      className="radio-cards labelled"
      value={value}
      onChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      isDisabled={props.isDisabled ?? false}
      {...(labelHidden ? { 'aria-label': label } : {})}
    >
      {!labelHidden && <Label className="labelled-name">{label}</Label>}
      <div className="radio-cards-grid" style={{ '--columns': columns } as Record<string, number>}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} className="radio-card">
            <span className="radio-dot" aria-hidden="true" />
            <span className="choice-words">
              <span className="radio-title">
                {option.icon !== undefined && <Icon name={option.icon} />}
                {option.title}
              </span>
              {option.detail !== undefined && <span className="choice-hint">{option.detail}</span>}
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
