import { splitName } from './split-name.ts';
import './truncate.css';

interface TruncateProps {
  readonly text: string;
  /** How many characters at the end stay readable; `extension`: the file's ending and some before it. */
  readonly ending?: number | 'extension' | undefined;
}

/** Cuts in the middle where there is no room: the ending tells files apart. */
export function Truncate({ text, ending = 'extension' }: TruncateProps) {
  const [start, end] = splitName(text, ending);
  return (
    <span className="truncate" title={text}>
      <span className="truncate-start">{start}</span>
      <span className="truncate-end">{end}</span>
    </span>
  );
}
