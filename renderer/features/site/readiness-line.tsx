import { Fragment, type ReactNode } from 'react';
import { useText } from '../../text/use-text.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { Meter } from '../../ui/telling/meter.tsx';
import { VisuallyHidden } from '../../ui/telling/visually-hidden.tsx';

const TONES = {
  ok: 'tone-ok',
  conflict: 'tone-warn',
  warn: 'tone-warn',
  half: 'ink-3',
  upload: 'ink-2',
  cloud: 'ink-3',
} as const;

export type LineIcon = keyof typeof TONES;

interface ReadinessLineProps {
  readonly icon: LineIcon;
  readonly label: string;
  /** The list behind it; null if there is none. */
  readonly href: string | null;
  /** Null: there are none of this kind. */
  readonly share: number | null;
  readonly count: string;
  /** The words for the count that are spoken instead of the figure: "4 files". */
  readonly counted?: string | undefined;
  readonly detail: string;
  /** The list of what the detail counts; null if there is none. */
  readonly detailHref?: string | null;
  readonly drop?: string;
}

/** How much of one kind is here, as a bar and in numbers. */
export function ReadinessLine({
  icon,
  label,
  href,
  share,
  count,
  counted,
  detail,
  detailHref = null,
  drop,
}: ReadinessLineProps): ReactNode {
  const t = useText();
  const cells: ReactNode = (
    <Fragment>
      <Icon name={share === null ? 'minus' : icon} className={share === null ? 'ink-3' : TONES[icon]} />
      {href === null ? (
        <span className="cut">{label}</span>
      ) : (
        <a
          className="readiness-link cut"
          href={href}
          {...(drop === undefined ? {} : { 'aria-label': t('overview.showFiles', { category: label }) })}
        >
          {label}
        </a>
      )}
      {share === null ? (
        <span />
      ) : (
        <Meter label={label} value={share} size="m" state={share >= 1 ? 'done' : 'here'} />
      )}
      <span className="readiness-number ink-2">
        <span aria-hidden={counted !== undefined}>{count}</span>
        {counted !== undefined && <VisuallyHidden>{counted}</VisuallyHidden>}
      </span>
      <span
        className={
          share !== null && icon !== 'ok' ? 'readiness-number readiness-strong' : 'readiness-number ink-3'
        }
      >
        {detailHref === null ? (
          detail
        ) : (
          <a className="readiness-link" href={detailHref} aria-label={`${detail}, ${label}`}>
            {detail}
          </a>
        )}
      </span>
    </Fragment>
  );
  return (
    <div className="readiness-line num" {...(drop === undefined ? {} : { 'data-drop-category': drop })}>
      {cells}
    </div>
  );
}
