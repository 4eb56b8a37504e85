import type { ReactNode } from 'react';
import './card.css';

interface CardProps {
  /** Named, it is a landmark of the page. */
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

export function Card({ label, children }: CardProps) {
  if (label === undefined) return <div className="card">{children}</div>;
  return (
    <section className="card" aria-label={label}>
      {children}
    </section>
  );
}

interface CardHeadProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly level?: 2 | 3 | undefined;
}

export function CardHead({ title, subtitle, actions, level = 3 }: CardHeadProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <header className="card-head">
      <div className="grow">
        <Heading className="t-lead">{title}</Heading>
        {subtitle !== undefined && <div className="t-small ink-2 num">{subtitle}</div>}
      </div>
      {actions !== undefined && <div className="row">{actions}</div>}
    </header>
  );
}

interface FactsProps {
  readonly items: readonly { readonly label: string; readonly value: ReactNode }[];
}

/** Names and values in two columns. */
export function Facts({ items }: FactsProps) {
  return (
    <dl className="facts num">
      {items.map(({ label, value }) => (
        <div key={label} className="fact">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
