import { useState, type ReactNode } from 'react';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Form } from '../../ui/inputs/form.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';

interface TypedSettingProps {
  readonly label: string;
  readonly hint: string;
  /** The saved value. */
  readonly value: string;
  /** What is wrong with the text, in words; null if nothing. */
  readonly check?: (text: string) => string | null;
  readonly onSave: (text: string) => void;
  /** What of a text stays in the field once it is saved, where that is not all of it. */
  readonly shownOf?: (text: string) => string;
  /** The field was left with a changed text: time for a check that needs the engine. */
  readonly onLeave?: (text: string) => void;
  /** A text that was chosen in another way, as by a dialog. Each new one is put into the field. */
  readonly offered?: { readonly text: string } | null;
  /** Rows of a field with several lines. */
  readonly rows?: number;
  /** A button that offers another way to choose the value. */
  readonly aside?: ReactNode;
}

/** A setting that is typed. It is saved only when the person says so, and only if it can be valid. */
export function TypedSetting(props: TypedSettingProps): ReactNode {
  const { label, hint, value, check, onSave, shownOf, onLeave, offered = null, rows, aside } = props;
  const t = useText();
  const [typed, setTyped] = useState({ text: value, of: value, offered });
  // It was saved, here or elsewhere, so editing starts from the new value.
  if (typed.of !== value) setTyped({ text: value, of: value, offered });
  else if (typed.offered !== offered) setTyped({ text: offered?.text ?? value, of: value, offered });
  const text = rows === undefined ? typed.text.trim() : typed.text;
  const isChanged = text !== value;
  const error = isChanged ? (check?.(text) ?? null) : null;
  const save = (): void => {
    if (!isChanged || error !== null) return;
    onSave(text);
    if (shownOf !== undefined) setTyped({ text: shownOf(text), of: value, offered });
  };
  return (
    <Form
      className={rows === undefined ? 'settings-typed' : 'settings-typed settings-typed-rows'}
      onSubmit={save}
    >
      <TextField
        label={label}
        hint={hint}
        value={typed.text}
        onChange={(next) => setTyped({ text: next, of: value, offered })}
        onBlur={() => {
          if (isChanged && error === null) onLeave?.(text);
        }}
        error={error}
        {...(rows === undefined ? {} : { multiline: rows, mono: true })}
      />
      <div className="row">
        {aside}
        <Button isDisabled={!isChanged || error !== null} onPress={save}>
          {t('settings.save')}
        </Button>
      </div>
    </Form>
  );
}
