import { given } from '../given.ts';
import './progress-ring.css';

interface ProgressRingProps {
  /** From 0 to 1; null: it runs, and nobody knows how far it is. */
  readonly share: number | null;
  readonly direction?: 'up' | 'down' | undefined;
  /** Given, it is spoken as a progress bar; else the words beside it tell. */
  readonly label?: string | undefined;
}

const RADIUS = 6.25;
const ROUND = 2 * Math.PI * RADIUS;

export function ProgressRing({ share, direction, label }: ProgressRingProps) {
  const known = Math.min(1, Math.max(0, share ?? 0.25));
  const spoken =
    label === undefined
      ? { 'aria-hidden': true }
      : {
          role: 'progressbar',
          'aria-label': label,
          'aria-valuemin': 0,
          'aria-valuemax': 100,
          ...given({ 'aria-valuenow': share === null ? undefined : Math.round(known * 100) }),
        };
  return (
    <svg className={share === null ? 'ring ring-turning' : 'ring'} viewBox="0 0 16 16" {...spoken}>
      <circle className="ring-back" cx="8" cy="8" r={RADIUS} />
      <circle
        className="ring-front"
        cx="8"
        cy="8"
        r={RADIUS}
        strokeDasharray={`${known * ROUND} ${ROUND}`}
        transform="rotate(-90 8 8)"
      />
      {direction === 'up' && <path d="M8 10.75V5.5M5.75 7.5 8 5.25 10.25 7.5" />}
      {direction === 'down' && <path d="M8 5.25v5.25M5.75 8.5 8 10.75 10.25 8.5" />}
    </svg>
  );
}
