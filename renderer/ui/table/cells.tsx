import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import type { IconName } from '../icons.tsx';
import { Truncate } from '../truncate.tsx';

/** The icon of the type and a name whose ending stays readable. */
export function NameCell({ icon, name }: { readonly icon: IconName; readonly name: string }) {
  return (
    <>
      <Icon name={icon} className="ink-3" />
      <Truncate text={name} />
    </>
  );
}

/** Figures that line up. */
export function NumberCell({ children }: { readonly children: ReactNode }) {
  return <span className="num ink-2 nowrap">{children}</span>;
}

export function MutedCell({ children, title }: { readonly children: ReactNode; readonly title?: string }) {
  return (
    <span className="ink-2 cut" {...(title === undefined ? {} : { title })}>
      {children}
    </span>
  );
}
