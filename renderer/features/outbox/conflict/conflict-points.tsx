import type { ReactNode } from 'react';
import { useText } from '../../../text/use-text.ts';
import { Truncate } from '../../../ui/words/truncate.tsx';
import { VisuallyHidden } from '../../../ui/telling/visually-hidden.tsx';
import type { ComparedPoint, PointsOfSide } from './points-diff.ts';

/** The most rows drawn. For more, people open the files in their own program. */
const SHOWN = 200;
const MARKS = { new: '+', changed: '~' } as const;

/** The points that differ from the other version or are missing there, and how many are the same. */
export function ConflictPoints({
  points,
  label,
}: {
  readonly points: PointsOfSide;
  readonly label: string;
}): ReactNode {
  const t = useText();
  const { lines } = points;
  return (
    // A scrolling region must be reachable by keyboard.
    <div className="conflict-lines" tabIndex={0} role="group" aria-label={label}>
      <table className="conflict-points">
        <thead>
          <tr>
            <th scope="col">{t('outbox.conflict.pointId')}</th>
            <th scope="col">{t('outbox.conflict.pointLabel')}</th>
            <th scope="col">{t('outbox.conflict.pointUnit')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, SHOWN).map((line, index) =>
            line.kind === 'gap' ? (
              // Gaps have no id, and rows never change places.
              <tr key={`gap ${index}`} className="conflict-points-gap">
                <td colSpan={3}>{t('outbox.conflict.pointsBetween', { count: line.count })}</td>
              </tr>
            ) : (
              <PointRow key={line.point.id} point={line.point} />
            ),
          )}
        </tbody>
      </table>
      {lines.length > SHOWN && (
        <div className="conflict-gap">{t('outbox.conflict.linesAfter', { count: lines.length - SHOWN })}</div>
      )}
    </div>
  );
}

function PointRow({ point }: { readonly point: ComparedPoint }): ReactNode {
  const t = useText();
  const { id, label, unit, kind, more } = point;
  return (
    <tr className={`conflict-point-${kind}`}>
      <td data-mark={MARKS[kind]}>
        <VisuallyHidden>{t(`outbox.conflict.pointMarks.${kind}`)}</VisuallyHidden>
        <Truncate text={id} />
      </td>
      <td>
        {label}
        {more.map(({ column, text }) => (
          <span key={column} className="conflict-point-more">
            {t('outbox.conflict.pointMore', { column, text: text === '' ? '–' : text })}
          </span>
        ))}
      </td>
      <td>{unit === '' ? '–' : unit}</td>
    </tr>
  );
}
