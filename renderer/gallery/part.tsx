import type { ReactNode } from 'react';
import './gallery.css';

interface PartProps {
  readonly title: string;
  readonly columns?: 1 | 2 | 3;
  readonly children: ReactNode;
}

/** One group of components under its name. */
export function Part({ title, columns = 1, children }: PartProps) {
  return (
    <section className={`gallery-part gallery-${columns}`}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
