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
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon name={icon} size={28} />
      {/* Gets the focus if it is all that is shown. */}
      <h2 className="empty-title" tabIndex={-1}>
        {title}
      </h2>
      {children !== undefined && <div className="t-small">{children}</div>}
      {action !== undefined && <div className="empty-action">{action}</div>}
    </div>
  );
}
