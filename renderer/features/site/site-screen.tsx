import { Fragment, useState, type ReactNode } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useAnswer, useAppState, useBridge } from '../../state/engine.tsx';
import { go, parseRoute } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { formatBeside, formatIn } from '../../ui/words/format.ts';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { SkeletonRows } from '../../ui/telling/skeleton-rows.tsx';
import { Tabs } from '../../ui/inputs/tabs.tsx';
import { ChartsTab } from '../charts/charts-tab.tsx';
import { ActivityTab } from '../activity/activity-tab.tsx';
import { FilesTab } from '../files/files-tab.tsx';
import { ModelsTab } from '../models/models-tab.tsx';
import { useStopKeeping } from '../sites/use-stop-keeping.ts';
import { Overview } from './overview.tsx';
import { SiteActions } from './site-actions.tsx';
import { TAB_WORDS, tabOf, TABS } from './site-tabs.ts';
import { useTabCounts } from './use-tab-counts.ts';

interface SiteScreenProps {
  readonly id: string;
  /** As in the address; null or unknown opens the first. */
  readonly tab: string | null;
}

export function SiteScreen({ id, tab: wanted }: SiteScreenProps): ReactNode {
  const tab = tabOf(wanted);
  const t = useText();
  const state = useAppState();
  const { contentUrl } = useBridge();
  const stopKeeping = useStopKeeping(() => {
    // It may have had to wait for transfers: who has gone on meanwhile stays where they are.
    const now = parseRoute(location.hash);
    if (now.screen === 'site' && now.site === id) go({ screen: 'sites' });
  });
  const [head, setHead] = useState<HTMLElement | null>(null);
  const sites = useAnswer('sites.list', null).data;
  const site = sites?.find((each) => each.id === id);
  const counts = useTabCounts(id, tab, site);
  if (sites === undefined) return <SkeletonRows label={t('ui.loading')} rows={8} />;
  if (site === undefined) return <NoSuchSite />;
  return (
    <>
      <PageHead
        title={site.name}
        subtitle={<Where site={site} />}
        photo={site.hasPhoto ? contentUrl('photo', id, 'photo') : null}
        actions={
          <SiteActions
            site={site}
            canReveal={state?.host.can.revealFiles === true}
            onHead={setHead}
            onStopKeeping={stopKeeping}
          />
        }
      />
      <Tabs
        label={site.name}
        value={tab}
        onChange={(next) => go({ screen: 'site', site: id, tab: next })}
        tabs={TABS.map((each) => ({
          id: each,
          label: t(TAB_WORDS[each]),
          ...counts[each],
        }))}
      >
        {tab === 'overview' && <Overview site={site} />}
        {tab === 'files' && <FilesTab site={id} />}
        {tab === 'data' && <ChartsTab key={id} site={site} head={head} />}
        {tab === 'models' && <ModelsTab site={id} />}
        {tab === 'activity' && <ActivityTab site={id} />}
      </Tabs>
    </>
  );
}

function NoSuchSite(): ReactNode {
  const t = useText();
  return (
    <EmptyState
      level={1}
      icon="sites"
      title={t('app.noSuchSite')}
      action={<Button onPress={() => go({ screen: 'sites' })}>{t('app.toSites')}</Button>}
    >
      {t('app.noSuchSiteWhy')}
    </EmptyState>
  );
}

/** The place and its local time, and when it was last in step. A long place is shortened before a time is. */
function Where({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  // A city that is its own country is named once.
  const place = [...new Set([site.city, site.country])].filter((part) => part !== null).join(', ');
  const times = timesOf(site, t).filter((part) => part !== '');
  return (
    <span className="page-where" title={[place, ...times].filter((part) => part !== '').join(' · ')}>
      <span className="cut">{place}</span>
      <span className="cut">
        {times.map((words, at) => (
          <Fragment key={words}>
            {at > 0 || place !== '' ? ' · ' : ''}
            <span className="nowrap">{words}</span>
          </Fragment>
        ))}
      </span>
    </span>
  );
}

/** The local time there, and when the site was last in step. */
function timesOf(site: SiteSummary, t: ReturnType<typeof useText>): readonly string[] {
  const zone = site.timezone === null ? null : formatIn(site.timezone);
  return [
    zone === null ? '' : `${zone.time(Date.now())} ${zone.zoneName(Date.now())}`,
    // A site that is not kept here is never synced.
    site.followed === null
      ? ''
      : site.syncedAt === null
        ? t('app.neverSynced')
        : t('app.lastSync', { time: formatBeside(site.timezone).here.when(site.syncedAt) }),
  ];
}
