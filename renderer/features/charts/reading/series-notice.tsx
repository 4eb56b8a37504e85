import type { ReactNode } from 'react';
import { failureText } from '../../../../shared/failure.ts';
import { useText } from '../../../text/use-text.ts';
import { Icon } from '../../../ui/icons/icons.tsx';
import { momentText } from '../time/time-words.ts';
import type { Readings } from './use-series.ts';

/** One line above the charts: why what is shown is not of now. */
export function SeriesNotice({
  readings,
  zone,
}: {
  readonly readings: Readings;
  readonly zone: string;
}): ReactNode {
  const t = useText();
  const { trouble, fetchedAt, stale } = readings;
  if (trouble === null) return null;
  const minute = fetchedAt === null ? null : fetchedAt - (fetchedAt % 60_000);
  const asOf =
    stale && minute !== null ? t('charts.asOf', { time: momentText(minute, zone, Date.now()) }) : null;
  // That nobody is signed in is said above every screen: here it says what else that means.
  if (trouble.code === 'sign-in' && asOf === null) return null;
  const bad = trouble.code === 'no-access' || trouble.code === 'not-understood';
  return (
    <p className={`chart-notice t-small ${bad ? 'tone-bad' : 'tone-warn'}`} role="status">
      <Icon name={trouble.code === 'offline' ? 'wifiOff' : 'warn'} size={14} />
      <span>{failureText({ ...trouble, hint: asOf ?? trouble.hint })}</span>
    </p>
  );
}
