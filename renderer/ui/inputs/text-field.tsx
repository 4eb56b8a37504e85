import { type ReactNode, useRef, useState } from 'react';
import {
  Button,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField as AriaTextField,
} from 'react-aria-components';
import { useText } from '../../text/use-text.ts';
import { given } from '../given.ts';
import { Icon, type IconName } from '../icons/icons.tsx';
import './field.css';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly type?: 'text' | 'password' | 'url' | undefined;
  readonly hint?: ReactNode;
  /** What is wrong and what to do; takes the place of the hint. */
  readonly error?: string | null | undefined;
  /** What was found to be right, with a tick. */
  readonly good?: string | null | undefined;
  readonly icon?: IconName | undefined;
  readonly size?: 'm' | 'l' | undefined;
  /** Offers to show the words of a password. */
  readonly reveal?: boolean | undefined;
  /** Lines; given, the field takes more than one. */
  readonly multiline?: number | undefined;
  readonly mono?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  /** The number of characters selected at the first focus, to be typed over. */
  readonly autoSelect?: number | undefined;
  readonly onBlur?: (() => void) | undefined;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error, autoFocus, autoSelect, onBlur } = props;
  const [shown, setShown] = useState(false);
  const wasThere = useRef(false);
  const type = shown ? 'text' : (props.type ?? 'text');
  const failed = error !== null && error !== undefined && error !== '';
  return (
    <AriaTextField
      className="labelled"
      value={value}
      onChange={onChange}
      type={type}
      isInvalid={failed}
      autoComplete="off"
      spellCheck="false"
      onFocus={({ target }) => {
        if (!wasThere.current && autoSelect !== undefined) target.setSelectionRange(0, autoSelect);
        wasThere.current = true;
      }}
      {...given({ autoFocus, onBlur })}
    >
      <Label className="labelled-name">{label}</Label>
      <div className={boxClass(props, failed)}>
        <FieldBox {...props} shown={shown} onShow={setShown} failed={failed} />
      </div>
      <FieldNote hint={props.hint} error={failed ? error : null} good={props.good ?? null} />
    </AriaTextField>
  );
}

function boxClass({ size = 'm', multiline, mono }: TextFieldProps, failed: boolean): string {
  const words = ['field', `field-size-${size}`];
  if (multiline !== undefined) words.push('field-area');
  if (failed) words.push('field-invalid');
  if (mono === true) words.push('mono');
  return words.join(' ');
}

interface FieldBoxProps extends TextFieldProps {
  readonly shown: boolean;
  readonly onShow: (shown: boolean) => void;
  readonly failed: boolean;
}

function FieldBox({ icon, label, multiline, reveal, good, shown, onShow, failed }: FieldBoxProps) {
  const t = useText();
  if (multiline !== undefined) {
    return <TextArea className="field-input" rows={multiline} />;
  }
  const words = t(shown ? 'ui.hideWords' : 'ui.showWords', { what: label });
  return (
    <>
      {icon !== undefined && <Icon name={icon} />}
      <Input className="field-input" />
      {!failed && good !== undefined && good !== null && reveal !== true && (
        <Icon name="ok" className="tone-ok" />
      )}
      {reveal === true && (
        <Button className="field-tool" aria-label={words} onPress={() => onShow(!shown)}>
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </Button>
      )}
    </>
  );
}

interface FieldNoteProps {
  readonly hint: ReactNode;
  readonly error: string | null;
  readonly good: string | null;
}

/** The line below a field: what is wrong, else what is right, else the hint. */
export function FieldNote({ hint, error, good }: FieldNoteProps) {
  if (error !== null) {
    return (
      <FieldError className="labelled-note labelled-error">
        <Icon name="fail" size={14} />
        {error}
      </FieldError>
    );
  }
  if (good !== null) {
    return (
      <Text slot="description" className="labelled-note labelled-good">
        <Icon name="check" size={14} />
        {good}
      </Text>
    );
  }
  if (hint === undefined || hint === null) return null;
  return (
    <Text slot="description" className="labelled-note">
      {hint}
    </Text>
  );
}
