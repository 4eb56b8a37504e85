import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from '../icons/icons.tsx';
import './banner.css';

interface BannerProps {
  /** A question, if one is asked. */
  readonly title: string;
  /** The facts. */
  readonly children?: ReactNode;
  readonly tone?: 'warn' | 'bad' | 'info' | undefined;
  readonly icon?: IconName | undefined;
  /** The safe answer first. */
  readonly actions?: ReactNode;
}

const ICONS = { warn: 'shield', bad: 'fail', info: 'info' } as const;

/** For what is held or stands in the way: it stays until it is answered. */
export function Banner({ title, children, tone = 'warn', icon, actions }: BannerProps) {
  const id = useId();
  return (
    <section className={`banner banner-${tone}`} aria-labelledby={id}>
      <Icon name={icon ?? ICONS[tone]} />
      <div className="grow">
        <h2 id={id} className="banner-title">
          {title}
        </h2>
        {children !== undefined && <div className="banner-facts num">{children}</div>}
      </div>
      {actions !== undefined && <div className="banner-actions">{actions}</div>}
    </section>
  );
}
