import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { useText } from '../../text/use-text.ts';
import { format } from '../words/format.ts';
import { useWindowWidth } from '../browser/use-window-width.ts';
import { Icon, type IconName } from '../icons/icons.tsx';
import { Meter } from '../telling/meter.tsx';
import { SitePhoto } from './site-photo.tsx';
import type { TellingWord } from '../../text/telling-words.ts';
import { Tooltip } from '../telling/tooltip.tsx';
import { Truncate } from '../words/truncate.tsx';
import { VisuallyHidden } from '../telling/visually-hidden.tsx';
import './rail.css';

/** Sections and sites at the side. */
export function Rail({ children, foot }: { readonly children: ReactNode; readonly foot?: ReactNode }) {
  const t = useText();
  return (
    <nav className="rail" aria-label={t('ui.main')}>
      <div className="rail-list">{children}</div>
      {foot !== undefined && <div className="rail-foot">{foot}</div>}
    </nav>
  );
}

interface RailLinkProps {
  readonly href: string;
  readonly icon: IconName;
  readonly isCurrent?: boolean | undefined;
  readonly count?: number | undefined;
  /** What is counted, spoken in place of the figure: "2 pending". */
  readonly counted?: string | undefined;
  /** How many of them need a person. */
  readonly issues?: number | undefined;
  /** The word. */
  readonly children: string;
}

export function RailLink(props: RailLinkProps) {
  const { href, icon, isCurrent = false, count, counted, issues = 0, children } = props;
  // A zero beside an issue reads as if nothing were there.
  const hasCount = count !== undefined && (count > 0 || issues === 0);
  return (
    <NamedIcon name={children}>
      <Link className={railClass('rail-link', issues)} href={href} {...current(isCurrent)}>
        <Icon name={icon} />
        <span className="rail-word">{children}</span>
        <span className="rail-tail">
          <IssueCount issues={issues} />
          {hasCount && (
            <span className="rail-count num" aria-hidden={counted !== undefined}>
              {format.count(count)}
            </span>
          )}
          {hasCount && counted !== undefined && <VisuallyHidden>{counted}</VisuallyHidden>}
        </span>
      </Link>
    </NamedIcon>
  );
}

export function RailHeading({ children }: { readonly children: ReactNode }) {
  return <h2 className="rail-heading">{children}</h2>;
}

interface RailSiteProps {
  readonly href: string;
  readonly name: string;
  /** What tells it from names that look like it. */
  readonly telling?: TellingWord | undefined;
  /** Address of the kept photo; null: none. */
  readonly photo: string | null;
  readonly isCurrent?: boolean | undefined;
  readonly issues?: number | undefined;
  /** Shown if there are no issues; a pause is shown beside them too. */
  readonly state?: 'syncing' | 'partly' | 'paused' | null | undefined;
  /** The site's id: what is dropped onto it goes there. */
  readonly dropSite?: string | undefined;
}

const STATE_ICONS = { syncing: 'sync', partly: 'half', paused: 'pause' } as const;

export function RailSite(props: RailSiteProps) {
  const { href, name, telling, photo, isCurrent = false, issues = 0, state = null, dropSite } = props;
  const t = useText();
  return (
    <NamedIcon name={name}>
      <Link
        className={railClass('rail-link rail-site', issues)}
        href={href}
        {...current(isCurrent)}
        {...(dropSite === undefined ? {} : { 'data-drop-site': dropSite })}
      >
        <SitePhoto src={photo} size={20} />
        <span className="rail-word">
          <Truncate text={name} ending="word" telling={telling} lines={2} />
        </span>
        <span className="rail-tail">
          <IssueCount issues={issues} />
          {state !== null && (issues === 0 || state === 'paused') && (
            <Icon name={STATE_ICONS[state]} size={14} label={t(`ui.${state}`)} />
          )}
        </span>
      </Link>
    </NamedIcon>
  );
}

/**
 * Below this width of the window (as in rail.css) links show no words. Sites without a photo then all look the same.
 */
const ICONS_ALONE = 1080;

/** Names an icon for pointer and keys if it stands alone. */
function NamedIcon({ name, children }: { readonly name: string; readonly children: ReactElement }) {
  const isAlone = useWindowWidth() <= ICONS_ALONE;
  return (
    <Tooltip text={name} placement="right" isDisabled={!isAlone}>
      {children}
    </Tooltip>
  );
}

interface RailDiskProps {
  /** Where it is told what is kept. */
  readonly href: string;
  /** Bytes. */
  readonly kept: number;
  /** False: more may be kept than was counted. */
  readonly isWhole: boolean;
  readonly free: number;
  /** The used part of the space, from 0 to 1. */
  readonly share: number;
}

/** A link, since what is counted in it is told at the pointer and on focus by key. */
export function RailDisk({ href, kept, isWhole, free, share }: RailDiskProps) {
  const t = useText();
  const words = t(isWhole ? 'ui.diskUse' : 'ui.diskUseInPart');
  return (
    <Tooltip text={words} placement="right">
      <Link className="rail-disk num" href={href}>
        <span className="rail-disk-words">
          <span>{t(isWhole ? 'ui.diskKept' : 'ui.diskKeptInPart', { size: format.bytes(kept) })}</span>
          <span>{t('ui.diskFree', { size: format.bytes(free) })}</span>
        </span>
        <Meter label={words} value={share} />
      </Link>
    </Tooltip>
  );
}

function IssueCount({ issues }: { readonly issues: number }) {
  const t = useText();
  if (issues === 0) return null;
  return (
    <span className="rail-issues num">
      <Icon name="warn" size={14} />
      <span aria-hidden="true">{format.count(issues)}</span>
      <VisuallyHidden>{t('ui.issues', { count: issues })}</VisuallyHidden>
    </span>
  );
}

function railClass(base: string, issues: number): string {
  return issues > 0 ? `${base} rail-flag` : base;
}

function current(isCurrent: boolean) {
  return isCurrent ? ({ 'aria-current': 'page' } as const) : {};
}
