import { useState, type ReactNode } from 'react';
import { useText } from '../../../text/use-text.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Form } from '../../../ui/inputs/form.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';

export interface PasswordAsked {
  /** The password before was wrong. */
  readonly isAgain: boolean;
  readonly answer: (word: string | null) => void;
}

interface PasswordFieldProps {
  readonly name: string;
  readonly asked: PasswordAsked;
  readonly onDone: () => void;
}

/** For a PDF that is locked. The password opens this preview and is stored nowhere. */
export function PasswordField({ name, asked, onDone }: PasswordFieldProps): ReactNode {
  const t = useText();
  const [word, setWord] = useState('');
  const submit = (): void => {
    onDone();
    asked.answer(word);
  };
  return (
    <Form className="preview-middle" onSubmit={submit}>
      <TextField
        label={t('preview.pdf.password', { name })}
        type="password"
        value={word}
        onChange={setWord}
        autoFocus
        {...(asked.isAgain ? { error: t('preview.pdf.wrongPassword') } : {})}
      />
      <Button type="submit" variant="primary" isDisabled={word === ''}>
        {t('preview.pdf.unlock')}
      </Button>
    </Form>
  );
}
