import type { ReactNode } from 'react';
import type { Outbox } from '../../../shared/ipc/outbox.ts';
import { useText } from '../../text/use-text.ts';

/**
 * What is left out on purpose. It is below the lists: those who put it there may wait for it, all others need not read
 * it.
 */
export function LeftOut({ outbox }: { readonly outbox: Outbox }): ReactNode {
  const t = useText();
  const { leftOut, leftOutTotal } = outbox;
  if (leftOutTotal === 0) return null;
  const unnamed = leftOutTotal - leftOut.length;
  return (
    <details className="outbox-left-out">
      <summary>{t('outbox.leftOut', { count: leftOutTotal })}</summary>
      <p>{t('outbox.leftOutWhy')}</p>
      <ul>
        {leftOut.map(({ site, siteName, path, kind }) => (
          <li key={`${site} ${path}`}>{t(`outbox.leftOutKinds.${kind}`, { site: siteName, path })}</li>
        ))}
        {unnamed > 0 && <li>{t('outbox.more', { count: unnamed })}</li>}
      </ul>
    </details>
  );
}
