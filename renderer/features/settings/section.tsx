import type { ReactNode } from 'react';
import { Card, CardHead } from '../../ui/layout/card.tsx';

interface SectionProps {
  /** As in the address: `#/settings/<id>`. */
  readonly id: string;
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function Section({ id, title, subtitle, actions, children }: SectionProps): ReactNode {
  return (
    <div id={`settings-${id}`} className="settings-section">
      <Card label={title}>
        <CardHead level={2} title={title} subtitle={subtitle} actions={actions} />
        {children !== undefined && <div className="settings-fields">{children}</div>}
      </Card>
    </div>
  );
}
