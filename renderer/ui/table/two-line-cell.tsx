import type { ReactNode } from 'react';
import { Truncate } from '../truncate.tsx';

interface TwoLineCellProps {
  /** An Icon or a ProgressRing. */
  readonly mark: ReactNode;
  readonly name: string;
  /** Before the detail, and cut before it. */
  readonly place?: string | undefined;
  readonly detail: string;
  /** At the end of the first line: how much, or when. */
  readonly amount?: string | undefined;
}

/** What it is, and below it why; in rows of 48 px. */
export function TwoLineCell({ mark, name, place, detail, amount = '' }: TwoLineCellProps) {
  const words = place === undefined ? detail : `${place} · ${detail}`;
  return (
    <span className="cell-two">
      {mark}
      <span className="cell-two-words">
        <span className="cell-two-name medium">
          <Truncate text={name} />
          {amount !== '' && <span className="cell-two-amount t-small ink-3 num">{amount}</span>}
        </span>
        <span className="cell-two-detail t-small ink-2 num" title={words}>
          {place !== undefined && (
            <>
              <span className="cut cell-two-place">{place}</span>
              <span className="cell-two-dot"> · </span>
            </>
          )}
          <span className="cut">{detail}</span>
        </span>
      </span>
    </span>
  );
}
