import { Radio, RadioGroup } from 'react-aria-components';
import type { ReactNode } from 'react';
import './choices.css';

interface RadioCard<T extends string> {
  readonly value: T;
  readonly title: string;
  /** The consequence. */
  readonly detail?: ReactNode;
}

interface RadioCardsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly RadioCard<T>[];
}

/** A choice whose consequences are worth a sentence each. */
export function RadioCards<T extends string>(props: RadioCardsProps<T>) {
  const { label, value, onChange, options } = props;
  return (
    <RadioGroup
      className="radio-cards labelled"
      value={value}
      onChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      aria-label={label}
    >
      <div className="radio-cards-grid" style={{ '--columns': options.length } as Record<string, number>}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} className="radio-card">
            <span className="radio-dot" aria-hidden="true" />
            <span className="choice-words">
              <span className="radio-title">{option.title}</span>
              {option.detail !== undefined && <span className="choice-hint">{option.detail}</span>}
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
