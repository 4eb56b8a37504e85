import type { ReactNode } from 'react';
import type { FileRow } from '../../../shared/ipc/files.ts';
import { useAnswer } from '../../state/engine.tsx';
import { LookFirst } from './look-first.tsx';

/** At a changed datamodel that waits for it: the way to what it changes. */
export function FileReview({ site, row }: { readonly site: string; readonly row: FileRow }): ReactNode {
  const mayWait = row.category === 'kg-csv' && row.status === 'waiting';
  const outbox = useAnswer('outbox.get', { site }, { enabled: mayWait }).data;
  const item = mayWait ? outbox?.pending.find(({ key, review }) => review && key === row.key) : undefined;
  return item === undefined ? null : <LookFirst site={site} siteName={item.siteName} file={row.key} />;
}
