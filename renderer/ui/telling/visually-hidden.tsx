import type { ReactNode } from 'react';
import './visually-hidden.css';

/** Words for assistive technology alone. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}
