import type { ReactNode } from 'react';
import { Truncate } from '../../../ui/words/truncate.tsx';

interface PaneProps {
  readonly title: string;
  readonly subtitle: ReactNode;
  /** What is to be decided, above the foot: in view however long the rest is. */
  readonly decision?: ReactNode;
  /** At the foot, before the actions. */
  readonly aside?: ReactNode;
  /** At the foot: the one that acts last. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** The work area of the outbox: head, what is to be known, and the buttons below it, always in view. */
export function Pane({ title, subtitle, decision, aside, actions, children }: PaneProps): ReactNode {
  return (
    <section className="outbox-pane" aria-label={title}>
      {/* A region that scrolls has to be reachable by keys, whatever it holds. */}
      <div className="outbox-in" tabIndex={0} role="group" aria-label={title}>
        <header>
          <h2>
            <Truncate text={title} />
          </h2>
          <div className="t-small ink-2 num">{subtitle}</div>
        </header>
        {children}
      </div>
      {decision !== undefined && <div className="outbox-decision at-foot">{decision}</div>}
      <footer className={decision === undefined ? 'outbox-foot at-foot' : 'outbox-foot'}>
        <div className="grow">{aside}</div>
        {actions}
      </footer>
    </section>
  );
}
