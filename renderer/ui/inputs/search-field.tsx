import type { CSSProperties, KeyboardEvent, RefObject } from 'react';
import { Button, Input, SearchField as AriaSearchField } from 'react-aria-components';
import { useText } from '../../text/use-text.ts';
import { given } from '../given.ts';
import { Icon } from '../icons/icons.tsx';
import { KeyHint } from '../telling/kbd.tsx';
import { drawn } from '../look/text-size.ts';
import './field.css';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string | undefined;
  /** The keys that lead here, as `Ctrl+F`; the screen itself listens for them. */
  readonly keys?: string | undefined;
  readonly size?: 's' | 'm' | undefined;
  /** Pixels. */
  readonly width?: number | undefined;
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
  /** The down arrow: on to what was found. */
  readonly onDown?: (() => void) | undefined;
}

/** Esc clears it. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, keys, size = 's', width, inputRef, onDown } = props;
  const t = useText();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' || onDown === undefined) return;
    event.preventDefault();
    onDown();
  };
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      className={`field field-quiet field-size-${size} search-field`}
      {...given({ style: widthOf(width) })}
    >
      <Icon name="search" />
      <Input
        className="field-input"
        placeholder={props.placeholder ?? label}
        onKeyDown={onKeyDown}
        {...given({ ref: inputRef })}
      />
      {value === '' ? (
        keys !== undefined && <KeyHint keys={keys} />
      ) : (
        <Button className="field-tool" aria-label={t('ui.clearSearch')}>
          <Icon name="close" size={14} />
        </Button>
      )}
    </AriaSearchField>
  );
}

function widthOf(
  width: number | undefined,
): (CSSProperties & { readonly '--search-width': string }) | undefined {
  return width === undefined ? undefined : { '--search-width': drawn(width) };
}
