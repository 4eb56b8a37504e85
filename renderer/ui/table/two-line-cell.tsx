import type { ReactNode } from 'react';
import type { Ending } from '../../text/split-name.ts';
import type { TellingWord } from '../../text/telling-words.ts';
import { Truncate } from '../words/truncate.tsx';

interface TwoLineCellProps {
  /** An Icon or a ProgressRing. */
  readonly mark: ReactNode;
  readonly name: string;
  /** How the name is cut if it does not fit. */
  readonly ending?: Ending | undefined;
  readonly telling?: TellingWord | undefined;
  /** Before the detail, and cut before it. */
  readonly place?: string | undefined;
  /** How the place is cut; left out: as a name of several words. */
  readonly placeEnding?: Ending | undefined;
  /** The place tells this row from others: it is never left out for the detail, which is cut then. */
  readonly isPlaceFirm?: boolean | undefined;
  /** The place has a line of its own: both are read then, in rows of 64 px. */
  readonly hasThree?: boolean | undefined;
  readonly detail: string;
  /** At the end of the first line: how much, or when. */
  readonly amount?: string | undefined;
}

/** What it is, and below it why; in rows of 48 px, or of 64 with a line for the place. */
export function TwoLineCell(props: TwoLineCellProps) {
  const {
    mark,
    name,
    ending,
    telling,
    place,
    placeEnding = 'word',
    isPlaceFirm = false,
    hasThree = false,
    detail,
    amount = '',
  } = props;
  const words = place === undefined ? detail : `${place} · ${detail}`;
  return (
    <span className="cell-two">
      {mark}
      <span className="cell-two-words">
        <span className="cell-two-name medium">
          <Truncate text={name} ending={ending} telling={telling} />
          {amount !== '' && <span className="cell-two-amount t-small ink-3 num">{amount}</span>}
        </span>
        {place !== undefined && hasThree && (
          <span className="cell-two-place cell-two-own t-small ink-3">
            <Truncate text={place} ending={placeEnding} />
          </span>
        )}
        <span
          className={`cell-two-detail cut-line t-small ink-2 num${isPlaceFirm && !hasThree ? ' cell-two-firm' : ''}`}
          title={words}
        >
          {place !== undefined && !hasThree && (
            <span className="cell-two-place">
              <Truncate text={place} ending={placeEnding} title={words} />
              <span className="cell-two-dot"> · </span>
            </span>
          )}
          <span className="cut">{detail}</span>
        </span>
      </span>
    </span>
  );
}
