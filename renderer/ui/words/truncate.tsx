import { useLayoutEffect, useRef } from 'react';
import { unturned } from '../../../shared/unturned.ts';
import { cutToRoom } from './cut-to-room.ts';
import type { Ending } from '../../text/split-name.ts';
import type { TellingWord } from '../../text/telling-words.ts';
import './truncate.css';

interface TruncateProps {
  readonly text: string;
  /** How many characters at the end stay readable; `extension`: the file's ending and some before it; `word`: the last word of what is no file; `folder`: the last folder of a path. */
  readonly ending?: Ending | undefined;
  /** The word that stays as well: without it the text looks like those beside it. */
  readonly telling?: TellingWord | undefined;
  /** 2: it may take two lines before it is cut. */
  readonly lines?: 1 | 2 | undefined;
  /** What the pointer is told; left out: the text. */
  readonly title?: string | undefined;
}

/**
 * Cuts in the middle if it does not fit, since the ending tells files apart. The page still holds the whole text, for
 * copying, searching and screen readers.
 */
export function Truncate({ text: given, ending = 'extension', telling, lines = 1, title }: TruncateProps) {
  // The drawn part does not go through our JSX runtime, which makes characters that turn text around visible: so it is
  // done here.
  const text = unturned(given);
  const element = useRef<HTMLSpanElement>(null);
  // Each render of all names makes this object again.
  const { from = 0, to = 0 } = telling ?? {};
  useLayoutEffect(
    () =>
      element.current === null
        ? undefined
        : cutToRoom(element.current, { text, ending, telling: to === 0 ? undefined : { from, to }, lines }),
    [text, ending, from, to, lines],
  );
  return (
    <span
      ref={element}
      className={lines === 1 ? 'truncate' : 'truncate truncate-two'}
      title={title === undefined ? text : unturned(title)}
    >
      <span className="truncate-whole">{text}</span>
    </span>
  );
}
