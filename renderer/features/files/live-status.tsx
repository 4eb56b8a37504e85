import type { ReactNode } from 'react';
import type { FileRow } from '../../../shared/ipc/files.ts';
import { useShare } from '../../state/use-share.ts';
import { StatusChip } from '../../ui/telling/status-chip.tsx';

interface LiveStatusProps {
  readonly site: string;
  readonly row: Pick<FileRow, 'path' | 'size' | 'status' | 'reason' | 'share'>;
}

/** The status of a file; during a transfer with its progress. */
export function LiveStatus({ site, row }: LiveStatusProps): ReactNode {
  const { status, reason, share } = row;
  if (status === 'uploading' || status === 'downloading') return <Running site={site} row={row} />;
  return <StatusChip status={status} reason={reason} share={share} />;
}

function Running({ site, row }: LiveStatusProps): ReactNode {
  const share = useShare({ ...row, site });
  return <StatusChip status={row.status} reason={row.reason} share={share} />;
}
