import type { ReactNode } from 'react';
import type { TellingWord } from '../../text/telling-words.ts';
import { Truncate } from '../../ui/words/truncate.tsx';
import { dashOf, hueOf, type ChartLine } from './plot/line.ts';

/** A piece of the line itself, with its dashes. */
export function Swatch({ line }: { readonly line: Pick<ChartLine, 'colour'> }): ReactNode {
  return (
    <svg
      className="chart-swatch"
      viewBox="0 0 18 3"
      aria-hidden="true"
      style={{ color: `var(${hueOf(line.colour)})` }}
    >
      <path d="M0 1.5h18" strokeDasharray={dashOf(line.colour).join(' ')} />
    </svg>
  );
}

interface LineNameProps {
  readonly line: Pick<ChartLine, 'id' | 'label'>;
  /** The word by which it differs from the lines beside it; undefined if there is none. */
  readonly telling: TellingWord | undefined;
}

/** What a series is called, cut to its room; whole, with its id, in its tooltip. */
export function LineName({ line: { id, label }, telling }: LineNameProps): ReactNode {
  return <Truncate text={label} ending={6} telling={telling} title={`${label}\n${id}`} />;
}
