import type { ReactNode } from 'react';
import { SitePhoto } from './site-photo.tsx';
import { Truncate } from '../words/truncate.tsx';
import './page-head.css';

interface PageHeadProps {
  /** The screen's name, the one h1. */
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** Address of a photo, null for its drawn stand-in; left out: none. */
  readonly photo?: string | null | undefined;
  readonly actions?: ReactNode;
}

export function PageHead({ title, subtitle, photo, actions }: PageHeadProps) {
  return (
    <header className="page-head">
      {photo !== undefined && <SitePhoto src={photo} size={44} />}
      <div className="grow">
        {/* Gets the focus if a screen has no list. */}
        <h1 className="t-title" tabIndex={-1}>
          <Truncate text={title} ending="word" />
        </h1>
        {subtitle !== undefined && (
          <div className="page-subtitle num cut" title={typeof subtitle === 'string' ? subtitle : undefined}>
            {subtitle}
          </div>
        )}
      </div>
      {actions !== undefined && <div className="page-actions">{actions}</div>}
    </header>
  );
}

/** A line of filters and tools above a list. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <div className="toolbar">{children}</div>;
}

/** Tools at the other end of a toolbar. They stay together even if they need a line of their own. */
export function ToolbarEnd({ children }: { readonly children: ReactNode }) {
  return <div className="toolbar-end">{children}</div>;
}

/** Pushes what comes after it to the other end. */
export function Gap() {
  return <span className="grow" />;
}

/** A work area that scrolls; the focus can go to it, so that keys scroll it. */
export function Scroll({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // A region that scrolls has to be reachable by keys, whatever it holds.
    <div className="scroll" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
