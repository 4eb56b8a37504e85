import type { ReactNode } from 'react';
import type { Ending } from '../split-name.ts';
import type { TellingWord } from '../telling-words.ts';
import { Truncate } from '../truncate.tsx';

interface TwoLineCellProps {
  /** An Icon or a ProgressRing. */
  readonly mark: ReactNode;
  readonly name: string;
  /** How the name is cut where it has no room. */
  readonly ending?: Ending | undefined;
  readonly telling?: TellingWord | undefined;
  /** Before the detail, and cut before it. */
  readonly place?: string | undefined;
  /** The place stays, and the detail is cut for it. */
  readonly placeStays?: boolean | undefined;
  readonly detail: string;
  /** At the end of the first line: how much, or when. */
  readonly amount?: string | undefined;
}

/** What it is, and below it why; in rows of 48 px. */
export function TwoLineCell(props: TwoLineCellProps) {
  const { mark, name, ending, telling, place, placeStays = false, detail, amount = '' } = props;
  const words = place === undefined ? detail : `${place} · ${detail}`;
  return (
    <span className="cell-two">
      {mark}
      <span className="cell-two-words">
        <span className="cell-two-name medium">
          <Truncate text={name} ending={ending} telling={telling} />
          {amount !== '' && <span className="cell-two-amount t-small ink-3 num">{amount}</span>}
        </span>
        <span
          className={`cell-two-detail cut-line t-small ink-2 num${placeStays ? ' cell-two-stays' : ''}`}
          title={words}
        >
          {place !== undefined && (
            <span className="cell-two-place">
              <Truncate text={place} title={words} />
              <span className="cell-two-dot"> · </span>
            </span>
          )}
          <span className="cut">{detail}</span>
        </span>
      </span>
    </span>
  );
}
