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
  /** The answer is false if it could not be saved, once the person was told. */
  readonly onSave: (text: string) => Promise<boolean>;
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

interface Typed {
  readonly text: string;
  /** The saved value when it was last seen. */
  readonly of: string;
  /** What was sent to be saved; null once the saved value has followed, or if it could not be saved. */
  readonly sent: string | null;
  readonly offered: TypedSettingProps['offered'];
}

/**
 * A setting that is typed. It is saved only when the person says so, and only if it can be valid. The engine may take
 * seconds to save: what is typed meanwhile stays, and what was sent needs no second press.
 */
export function TypedSetting(props: TypedSettingProps): ReactNode {
  const { label, hint, value, check, onSave, shownOf, onLeave, offered = null, rows, aside } = props;
  const t = useText();
  const [typed, setTyped] = useState<Typed>({ text: value, of: value, sent: null, offered });
  if (typed.of !== value) setTyped(withValue(typed, value));
  else if (typed.offered !== offered)
    setTyped({ text: offered?.text ?? value, of: value, sent: null, offered });
  const text = rows === undefined ? typed.text.trim() : typed.text;
  const isChanged = text !== value && text !== typed.sent;
  const error = isChanged ? (check?.(text) ?? null) : null;
  const save = (): void => {
    if (!isChanged || error !== null) return;
    const sent = shownOf?.(text) ?? text;
    setTyped({ ...typed, text: sent, sent });
    void onSave(text).then((isSaved) => {
      if (!isSaved) setTyped((now) => (now.sent === sent ? withoutSent(now, text) : now));
    });
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
        onChange={(next) => setTyped({ ...typed, text: next })}
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

/** It was saved, here or elsewhere: editing starts from the new value, unless it has begun. */
function withValue(typed: Typed, value: string): Typed {
  const isEdited = typed.text.trim() !== (typed.sent ?? typed.of).trim();
  return { ...typed, text: isEdited ? typed.text : value, of: value, sent: null };
}

/** It could not be saved: all of what was typed is there for the next try. */
function withoutSent(typed: Typed, whole: string): Typed {
  return { ...typed, text: typed.text === typed.sent ? whole : typed.text, sent: null };
}
