import { memo } from 'react';
import type { FileStatus } from '../../../shared/ipc/files.ts';
import { text } from '../../text/setup.ts';
import { format } from '../words/format.ts';
import { Icon, type IconName } from '../icons/icons.tsx';
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

/** The word, how far it has come while it runs, and the reason after "·". */
export function statusLine({ status, reason, share }: StatusChipProps): string {
  const running = status === 'downloading' || status === 'uploading';
  const known = running && share !== null && share !== undefined;
  const word = known ? `${statusWord(status)} ${format.percent(share)}` : statusWord(status);
  if (reason === null || reason === undefined || reason === '') return word;
  // It goes on with the line. Why something failed may be told in sentences, which stay as they are.
  const why = status === 'failed' ? reason : reason.slice(0, 1).toLowerCase() + reason.slice(1);
  return `${word} · ${why}`;
}

/** An icon and its words. */
export const StatusChip = memo(function StatusChip({ status, reason, share }: StatusChipProps) {
  const running = status === 'downloading' || status === 'uploading';
  const words = statusLine({ status, reason, share });
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
