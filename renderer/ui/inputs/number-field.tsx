import { Button, Group, Input, Label, NumberField as AriaNumberField } from 'react-aria-components';
import { given } from '../given.ts';
import { Icon } from '../icons/icons.tsx';
import { FieldNote } from './text-field.tsx';
import './field.css';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | undefined;
  /** Written after the number: "MB/s". */
  readonly unit?: string | undefined;
  readonly hint?: string | undefined;
}

/** Arrow keys step; what is out of range is brought back into it when the field is left. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, min, max, step, unit, hint } = props;
  return (
    <AriaNumberField
      className="labelled"
      value={value}
      onChange={(next) => {
        // An emptied field is no number yet: what was there stays until there is one.
        if (!Number.isNaN(next)) onChange(next);
      }}
      {...given({ minValue: min, maxValue: max, step })}
    >
      <Label className="labelled-name">{label}</Label>
      <Group className="field">
        <Input className="field-input num" />
        {unit !== undefined && <span className="number-unit">{unit}</span>}
        <span className="number-steps">
          <Button slot="decrement" className="number-step">
            <Icon name="minus" size={12} />
          </Button>
          <Button slot="increment" className="number-step">
            <Icon name="plus" size={12} />
          </Button>
        </span>
      </Group>
      <FieldNote hint={hint} error={null} good={null} />
    </AriaNumberField>
  );
}
