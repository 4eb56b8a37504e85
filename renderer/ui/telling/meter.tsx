import { format } from '../words/format.ts';
import './meter.css';

interface MeterProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
  /** `here`: what is on this computer; `running`: work goes on; `done`: nothing is left. */
  readonly state?: 'here' | 'running' | 'done' | undefined;
  readonly size?: 's' | 'm' | undefined;
}

export function Meter({ label, value, state = 'here', size = 's' }: MeterProps) {
  const share = Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0));
  return (
    <div
      className={`meter meter-${size} meter-${state}`}
      role={state === 'running' ? 'progressbar' : 'meter'}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={format.percent(share)}
    >
      <span className="meter-fill" style={{ width: `${share * 100}%` }} />
    </div>
  );
}

interface StackedMeterProps {
  readonly label: string;
  readonly parts: readonly { readonly label: string; readonly value: number; readonly detail: string }[];
}

/** What a whole is made of: one bar, and its parts in words below. At most five parts are told apart. */
export function StackedMeter({ label, parts }: StackedMeterProps) {
  const shown = parts.filter(({ value }) => value > 0);
  return (
    <figure className="stacked" aria-label={label}>
      <div className="stacked-bar" aria-hidden="true">
        {shown.map((part, index) => (
          <span
            key={part.label}
            className={`stacked-part stacked-${index % 5}`}
            style={{ flexGrow: part.value }}
          />
        ))}
      </div>
      <ul className="stacked-words num">
        {shown.map((part, index) => (
          <li key={part.label}>
            <span className={`stacked-mark stacked-${index % 5}`} aria-hidden="true" />
            {part.label} {part.detail}
          </li>
        ))}
      </ul>
    </figure>
  );
}
