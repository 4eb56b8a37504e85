import { memo } from 'react';
import type { FileStatus } from '../../shared/ipc/files.ts';
import { text } from '../text/setup.ts';
import { useText } from '../text/use-text.ts';
import { format } from './format.ts';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';
import { ProgressRing } from './progress-ring.tsx';
import './status-chip.css';

/** The icon of each status; what runs has a ring in its place. */
export const STATUS_ICONS: Readonly<Record<FileStatus, IconName>> = {
  'online-only': 'cloud',
  downloading: 'download',
  'available-offline': 'laptopCheck',
  'out-of-date': 'stale',
  queued: 'queued',
  uploading: 'upload',
  waiting: 'hourglass',
  'up-to-date': 'ok',
  conflict: 'conflict',
  failed: 'fail',
};

const TONES: Readonly<Partial<Record<FileStatus, string>>> = {
  downloading: 'status-run',
  uploading: 'status-run',
  'out-of-date': 'status-warn',
  'up-to-date': 'status-ok',
  conflict: 'status-warn',
  failed: 'status-bad',
};

export function statusWord(status: FileStatus): string {
  return text(`ui.status.${status}`);
}

interface StatusChipProps {
  readonly status: FileStatus;
  /** Why, in words. */
  readonly reason?: string | null | undefined;
  /** From 0 to 1 while it runs. */
  readonly share?: number | null | undefined;
}

/** An icon and a word, a share while it runs, and the reason after "·". */
export const StatusChip = memo(function StatusChip({ status, reason, share }: StatusChipProps) {
  const t = useText();
  const running = status === 'downloading' || status === 'uploading';
  const known = share !== null && share !== undefined;
  const words = [
    known && running ? `${t(`ui.status.${status}`)} ${format.percent(share)}` : t(`ui.status.${status}`),
    ...(reason === null || reason === undefined || reason === '' ? [] : [reason]),
  ].join(' · ');
  return (
    <span className={`status ${TONES[status] ?? ''}`}>
      {running ? (
        <ProgressRing share={share ?? null} direction={status === 'uploading' ? 'up' : 'down'} />
      ) : (
        <Icon name={STATUS_ICONS[status]} />
      )}
      <span className="cut num" title={words}>
        {words}
      </span>
    </span>
  );
});
