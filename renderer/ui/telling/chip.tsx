import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { given } from '../given.ts';
import { Icon, type IconName } from '../icons/icons.tsx';
import './chip.css';

interface ChipProps {
  readonly tone?: 'plain' | 'accent' | 'ok' | 'warn' | 'bad' | undefined;
  readonly icon?: IconName | undefined;
  readonly children: ReactNode;
  /** The label of the button, if its words alone do not say what they are about. It begins with those words. */
  readonly label?: string | undefined;
  /** Given, the chip is a button: a count opens its list. */
  readonly onPress?: (() => void) | undefined;
}

/** A fact in a word or two. */
export function Chip({ tone = 'plain', icon, children, label, onPress }: ChipProps) {
  const content = (
    <>
      {icon !== undefined && <Icon name={icon} size={14} />}
      {children}
    </>
  );
  const look = `chip chip-${tone} num`;
  if (onPress === undefined) return <span className={look}>{content}</span>;
  return (
    <Button className={`${look} chip-button`} onPress={onPress} {...given({ 'aria-label': label })}>
      {content}
    </Button>
  );
}
