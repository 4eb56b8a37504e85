import type { ReactNode } from 'react';
import type { PointHealth } from '../../../shared/ipc/datamodel.ts';
import { useText } from '../../text/use-text.ts';

export type Mark = PointHealth | 'duplicated';

const SHAPES: Readonly<Record<Mark, ReactNode>> = {
  data: <circle cx="5" cy="5" r="4" className="mark-full" />,
  held: <path d="M1 5h8" className="mark-bar" />,
  silent: <circle cx="5" cy="5" r="3.6" className="mark-ring" />,
  unclear: <circle cx="5" cy="5" r="3.6" className="mark-dashed" />,
  unknown: <path d="M1.8 1.8l6.4 6.4M8.2 1.8 1.8 8.2" className="mark-cross" />,
  unchecked: <circle cx="5" cy="5" r="1.6" className="mark-dot" />,
  duplicated: (
    <>
      <circle cx="3.5" cy="5" r="2.8" className="mark-ring" />
      <circle cx="6.5" cy="5" r="2.8" className="mark-ring" />
    </>
  ),
};

/** State of a point by shape and colour; without `label` a word stands beside it. */
export function HealthMark({ mark, label }: { readonly mark: Mark; readonly label?: string }): ReactNode {
  return (
    <svg
      className={`mark mark-${mark}`}
      viewBox="0 0 10 10"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {label !== undefined && <title>{label}</title>}
      {SHAPES[mark]}
    </svg>
  );
}

/** What the mark of a point is, and the word for it. */
export function useMark(): (point: { readonly health: PointHealth; readonly places: number }) => {
  readonly mark: Mark;
  readonly word: string;
} {
  const t = useText();
  return ({ health, places }) => {
    const mark = places > 1 ? 'duplicated' : health;
    return { mark, word: t(`datamodel.healthWord.${mark}`) };
  };
}
