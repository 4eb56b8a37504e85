import type { ReactNode } from 'react';
import { Truncate } from '../../../ui/words/truncate.tsx';

interface PaneProps {
  readonly title: string;
  readonly subtitle: ReactNode;
  /** What is to be decided, above the footer: in view however long the rest is. */
  readonly decision?: ReactNode;
  /** In the footer, before the buttons. */
  readonly aside?: ReactNode;
  /** In the footer; the one that acts comes last. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

interface AtSiteProps {
  readonly name: string;
  /** What is said behind it. */
  readonly children?: ReactNode;
}

/** Which site it is, in one line however long its name is: below it stands what is to be decided. */
export function AtSite({ name, children }: AtSiteProps): ReactNode {
  return (
    <>
      <Truncate text={name} ending="word" />
      {/* The dot stays beside the name. */}
      {children !== undefined && (
        <>
          {'\u00A0'}· {children}
        </>
      )}
    </>
  );
}

/** The right side of the outbox: heading, details, and the buttons, which are always in view. */
export function Pane({ title, subtitle, decision, aside, actions, children }: PaneProps): ReactNode {
  return (
    <section className="outbox-pane" aria-label={title}>
      {/* A scrolling region must be reachable by keyboard, whatever is in it. */}
      <div className="outbox-in" tabIndex={0} role="group" aria-label={title}>
        <header>
          <h2>
            <Truncate text={title} />
          </h2>
          <div className="outbox-where t-small ink-2 num">{subtitle}</div>
        </header>
        {children}
      </div>
      <div className="outbox-end">
        {decision !== undefined && <div className="outbox-decision at-foot">{decision}</div>}
        <footer className={decision === undefined ? 'outbox-foot at-foot' : 'outbox-foot'}>
          <div className="grow">{aside}</div>
          {actions}
        </footer>
      </div>
    </section>
  );
}
