import type { ReactNode, Ref } from 'react';
import { Button } from 'react-aria-components';
import { Icon, type IconName } from '../icons/icons.tsx';
import './status-bar.css';

/** `running`: the icon alone takes the accent. */
type Tone = 'plain' | 'running' | 'muted' | 'strong' | 'accent' | 'warn' | 'bad';

interface StatusBarPartProps {
  readonly icon?: IconName | undefined;
  readonly tone?: Tone | undefined;
  readonly children: ReactNode;
}

/** Connection, last sync and work at the left; counts that open their lists at the right. */
export function StatusBar({ children }: { readonly children: ReactNode }) {
  return <footer className="status-bar num">{children}</footer>;
}

interface StatusBarTextProps extends StatusBarPartProps {
  /** Also said elsewhere, so it is left out if there is no room. */
  readonly spare?: boolean | undefined;
}

export function StatusBarText({ icon, tone = 'plain', spare = false, children }: StatusBarTextProps) {
  return (
    <span className={`status-bar-part status-bar-${tone}${spare ? ' status-bar-spare' : ''}`}>
      {icon !== undefined && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}

interface StatusBarButtonProps extends StatusBarPartProps {
  readonly onPress: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function StatusBarButton({
  icon,
  tone = 'plain',
  children,
  onPress,
  ref = null,
}: StatusBarButtonProps) {
  return (
    <Button className={`status-bar-part status-bar-button status-bar-${tone}`} onPress={onPress} ref={ref}>
      {icon !== undefined && <Icon name={icon} size={14} />}
      {children}
    </Button>
  );
}
