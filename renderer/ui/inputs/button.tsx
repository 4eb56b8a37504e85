import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useText } from '../../text/use-text.ts';
import { given } from '../given.ts';
import { Icon, type IconName } from '../icons/icons.tsx';
import { Tooltip } from '../telling/tooltip.tsx';
import './button.css';

/** One primary a screen; ghost is for tools beside other buttons; danger is for what takes something away. */
export type ButtonVariant = 'plain' | 'primary' | 'danger' | 'ghost';
export type ControlSize = 's' | 'm' | 'l';

interface Pressed {
  readonly onPress?: (() => void) | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly excludeFromTabOrder?: boolean | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

export interface ButtonProps extends Pressed {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ControlSize | undefined;
  readonly icon?: IconName | undefined;
  /** Shows that a menu opens. */
  readonly menu?: boolean | undefined;
  /** Keeps the focus and its place, says "Working", takes no press. */
  readonly isPending?: boolean | undefined;
  /** Where the words alone do not say enough. */
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

export function Button(props: ButtonProps) {
  const { variant = 'plain', size = 'm', icon, menu = false, isPending = false, label, children } = props;
  return (
    <AriaButton
      className={`button button-${variant} button-size-${size}`}
      isPending={isPending}
      {...given({ 'aria-label': label })}
      {...pressedProps(props)}
    >
      {isPending ? <Working /> : icon !== undefined && <Icon name={icon} />}
      {isPending && icon === undefined ? <span className="button-unseen">{children}</span> : children}
      {menu && <Icon name="chevronDown" size={12} className="button-chevron" />}
    </AriaButton>
  );
}

export interface IconButtonProps extends Pressed {
  readonly icon: IconName;
  /** The name, spoken and shown in the tooltip. */
  readonly label: string;
  /** Shown in the tooltip, as `Ctrl+K`. */
  readonly keys?: string | undefined;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ControlSize | undefined;
  readonly isPressed?: boolean | undefined;
  /** Turns in place of the icon, and takes a press all the same: the label says that it stops. */
  readonly isWorking?: boolean | undefined;
  /** The first words of the label, beside the icon. Styles may hide `.button-words` if there is no room. */
  readonly words?: string | undefined;
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, keys, variant = 'ghost', size = 'm', isPressed, isWorking = false, words } = props;
  const shape = words === undefined ? 'button-square' : 'button-worded';
  return (
    <Tooltip text={label} keys={keys}>
      <AriaButton
        className={`button button-${variant} button-size-${size} ${shape}`}
        aria-label={label}
        {...given({ 'aria-pressed': isPressed })}
        {...pressedProps(props)}
      >
        {isWorking ? <Working /> : <Icon name={icon} />}
        {words !== undefined && <span className="button-words">{words}</span>}
      </AriaButton>
    </Tooltip>
  );
}

function Working() {
  const t = useText();
  return <span className="button-pending" role="progressbar" aria-label={t('ui.working')} />;
}

interface LinkButtonProps extends Pressed {
  readonly children: ReactNode;
  readonly label?: string | undefined;
}

/** A button among words: "Undo", "All 3". */
export function LinkButton(props: LinkButtonProps) {
  return (
    <AriaButton className="link-button" {...given({ 'aria-label': props.label })} {...pressedProps(props)}>
      {props.children}
    </AriaButton>
  );
}

interface TextLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link to another screen: none leads out of the app. */
export function TextLink({ href, children }: TextLinkProps) {
  return (
    <a className="link" href={href}>
      {children}
    </a>
  );
}

function pressedProps({ onPress, isDisabled, autoFocus, excludeFromTabOrder, type, ref }: Pressed) {
  return given({ onPress, isDisabled, autoFocus, excludeFromTabOrder, type, ref });
}
