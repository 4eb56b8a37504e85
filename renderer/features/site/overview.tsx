import { useEffect, type ReactNode } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useText } from '../../text/use-text.ts';
import { useDo } from '../../state/engine.tsx';
import { Banner } from '../../ui/telling/banner.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Scroll } from '../../ui/layout/page-head.tsx';
import { useMeasured } from '../sites/use-measured.ts';
import { GapsCard } from './gaps-card.tsx';
import { ReadinessCard } from './readiness-card.tsx';
import { FactsCard, IssuesCard, LatestCard } from './side-cards.tsx';
import './overview.css';

/** What of the site is on this computer, what a handover lacks, and what is known of the place. */
export function Overview({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  const measured = useMeasured();
  const { measure } = measured;
  // A site that is not kept here has no trees to count from, so its list on the service is read once.
  useEffect(() => {
    if (site.followed === null || site.categories !== null) measure([site]);
  }, [site, measure]);
  return (
    <Scroll label={t('app.overview')}>
      <div className="overview">
        <div className="overview-column">
          <Standstill site={site} />
          <ReadinessCard site={site} categories={measured.of(site)} whyNot={measured.whyNot(site)} />
          <GapsCard here={site.id} measured={measured} />
        </div>
        <div className="overview-column overview-side">
          <FactsCard site={site} />
          {site.followed !== null && (
            <>
              <IssuesCard site={site} />
              <LatestCard site={site.id} />
            </>
          )}
        </div>
      </div>
    </Scroll>
  );
}

/** Why nothing syncs at this site. */
function Standstill({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  const pause = useDo('sites.pause');
  if (site.followed?.paused === true)
    return (
      <Banner
        tone="info"
        icon="pause"
        title={t('overview.paused')}
        actions={
          <Button isPending={pause.busy} onPress={() => pause.run({ site: site.id, paused: false })}>
            {t('app.resume')}
          </Button>
        }
      >
        {t('overview.pausedWhy')}
      </Banner>
    );
  // The card below says so in its heading.
  return site.trouble === null || site.folderAway ? null : <Banner title={site.trouble} />;
}
