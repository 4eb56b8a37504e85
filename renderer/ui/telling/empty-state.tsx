import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/icons.tsx';
import './empty-state.css';

interface EmptyStateProps {
  readonly icon: IconName;
  /** That it is empty, and why: "The filter hides all 24 files". */
  readonly title: string;
  readonly children?: ReactNode;
  /** One. */
  readonly action?: ReactNode;
  /** 1: it is a screen of its own, which has no other title. */
  readonly level?: 1 | 2 | undefined;
}

export function EmptyState({ icon, title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="empty">
      <Icon name={icon} size={28} />
      {/* Gets the focus if it is all that is shown. */}
      <Heading className="empty-title" tabIndex={-1}>
        {title}
      </Heading>
      {children !== undefined && <div className="t-small">{children}</div>}
      {action !== undefined && <div className="empty-action">{action}</div>}
    </div>
  );
}
