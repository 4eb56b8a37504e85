import type { ReactNode } from 'react';
import type { HeldDeletes } from '../../../shared/ipc/outbox.ts';
import { useText } from '../../text/use-text.ts';
import { Banner } from '../../ui/telling/banner.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { focusWhenThere } from '../../ui/browser/focus-when-there.ts';
import { useHeld } from './use-held.ts';

interface HeldBannersProps {
  readonly held: readonly HeldDeletes[];
  readonly onReview: (held: HeldDeletes) => void;
}

/**
 * A question for each site whose deletes are held: one button takes the safe answer, the other opens a review. It is
 * not asked while the site's folder is missing.
 */
export function HeldBanners({ held, onReview }: HeldBannersProps): ReactNode {
  const asked = held.filter(({ folderAway }) => !folderAway);
  return (
    <div className="outbox-banners">
      {asked.map((each) => (
        <HeldBanner key={each.site} held={each} onReview={onReview} />
      ))}
    </div>
  );
}

/** The site's list of held files: it gets the focus, since a decision begins with reading it. */
const reviewOf = (site: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-held="${CSS.escape(site)}"] [role="grid"]`);

function HeldBanner({
  held,
  onReview,
}: { readonly held: HeldDeletes } & Pick<HeldBannersProps, 'onReview'>): ReactNode {
  const t = useText();
  const { putBack, busy } = useHeld(held.site);
  const { count, of, siteName: site, direction, files } = held;
  const here = files.filter((file) => file.direction === 'local').length;
  return (
    <Banner
      title={t('outbox.held.title', { count })}
      actions={
        <>
          <Button isPending={busy} onPress={() => putBack(held.files.map(({ key }) => key))}>
            {t('outbox.held.putBack', { count })}
          </Button>
          <Button
            variant="danger"
            onPress={() => {
              onReview(held);
              focusWhenThere(() => reviewOf(held.site));
            }}
          >
            {t('outbox.held.review', { count })}
          </Button>
        </>
      }
    >
      {direction === 'both'
        ? t('outbox.held.both', { site, here, there: count - here })
        : t(`outbox.held.${direction}`, { count, of, site })}
    </Banner>
  );
}
