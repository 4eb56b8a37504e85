import type { ReactNode } from 'react';
import type { PendingItem } from '../../../shared/ipc/outbox.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { useText } from '../../text/use-text.ts';
import { Banner } from '../../ui/telling/banner.tsx';
import { LookFirst } from './look-first.tsx';

/** A question for each changed datamodel that waits until the person has seen what it changes. */
export function ReviewBanners({ pending }: { readonly pending: readonly PendingItem[] }): ReactNode {
  const t = useText();
  const waiting = pending.filter(({ review }) => review);
  if (waiting.length === 0) return null;
  return (
    <div className="outbox-banners">
      {waiting.map(({ site, siteName, key, path }) => (
        <Banner
          key={`${site} ${key}`}
          icon="layers"
          title={t('datamodel.waitsTitle', { file: baseName(path) })}
          actions={<LookFirst site={site} siteName={siteName} file={key} />}
        >
          {siteName} · {t('datamodel.waitsWhy')}
        </Banner>
      ))}
    </div>
  );
}
