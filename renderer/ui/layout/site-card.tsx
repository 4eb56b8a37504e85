import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { Meter } from '../telling/meter.tsx';
import { SitePhoto } from './site-photo.tsx';
import { Truncate } from '../words/truncate.tsx';
import './site-card.css';

interface SiteCardProps {
  readonly href: string;
  readonly name: string;
  readonly photo: string | null;
  /** "Rotterdam · Havenzicht". */
  readonly place: string;
  /** Local time there. */
  readonly time: string;
  /** The part of what is kept that is here, from 0 to 1; left out if nothing is missing. */
  readonly share?: number | undefined;
  /** "12.6 of 18.6 GB". */
  readonly amount: string;
  /** "1,258 of 1,284 files". */
  readonly files: string;
  /** Online only: the photo fades. */
  readonly offline?: boolean | undefined;
  /** The site's id: what is dropped onto the card goes there. */
  readonly dropSite?: string | undefined;
  /** One line of state: chips or words. */
  readonly children?: ReactNode;
}

/** The whole card leads to the site; what is pressed within it acts by itself. */
export function SiteCard(props: SiteCardProps) {
  const { href, name, photo, place, time, share, amount, files, offline = false, children } = props;
  return (
    <article
      className="site-card"
      {...(props.dropSite === undefined ? {} : { 'data-drop-site': props.dropSite })}
    >
      <SitePhoto src={photo} offline={offline} />
      <div className="site-card-body">
        <h3 className="site-card-name">
          <Link href={href} className="site-card-link">
            <Truncate text={name} ending="word" />
          </Link>
        </h3>
        <div className="site-card-meta num">
          <span className="cut" title={place}>
            {place}
          </span>
          <span>{time}</span>
        </div>
        <div className="site-card-ready num">
          {share !== undefined && <Meter label={amount} value={share} />}
          <div className="site-card-amount">
            <span>{amount}</span>
            <span className="ink-3">{files}</span>
          </div>
        </div>
        <div className="site-card-state num">{children}</div>
      </div>
    </article>
  );
}

export function CardGrid({ children }: { readonly children: ReactNode }) {
  return <div className="card-grid">{children}</div>;
}

export function GroupHeading({ title, detail }: { readonly title: string; readonly detail?: string }) {
  return (
    <h2 className="group-heading">
      {title} {detail !== undefined && <span className="group-detail num">{detail}</span>}
    </h2>
  );
}
