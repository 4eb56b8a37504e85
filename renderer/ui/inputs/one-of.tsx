import type { ReactNode } from 'react';
import { ToggleButtonGroup } from 'react-aria-components';

interface OneOfProps<T extends string> {
  readonly className: string;
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly { readonly value: T }[];
  /** A `ToggleButton` for each option, with its value as the id. */
  readonly children: ReactNode;
}

/** Toggles of which exactly one is chosen. */
export function OneOf<T extends string>(props: OneOfProps<T>): ReactNode {
  const { className, label, value, onChange, options, children } = props;
  return (
    <ToggleButtonGroup
      className={className}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys.has(option.value));
        if (chosen !== undefined && chosen.value !== value) onChange(chosen.value);
      }}
    >
      {children}
    </ToggleButtonGroup>
  );
}
