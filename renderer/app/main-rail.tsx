import type { ReactNode } from 'react';
import type { SiteSummary } from '../../shared/ipc/sites.ts';
import { conditionOf } from '../features/sites/site-facts.ts';
import { useAnswer, useAppFact, useBridge } from '../state/engine.tsx';
import { hrefOf, type Route } from '../state/route.ts';
import { troublesOf, troublesOfAll } from '../state/troubles.ts';
import { useText } from '../text/use-text.ts';
import { tellingWords } from '../text/telling-words.ts';
import { Rail, RailDisk, RailHeading, RailLink, RailSite } from '../ui/layout/rail.tsx';

/** Where to go, with what waits there; every count opens its list. */
export function MainRail({ route }: { readonly route: Route }): ReactNode {
  const sites = useAnswer('sites.list', null).data ?? [];
  return (
    <Rail foot={<Foot route={route} />}>
      <Screens route={route} sites={sites} />
      <KeptSites route={route} sites={sites.filter((site) => site.followed !== null)} />
    </Rail>
  );
}

interface RailListProps {
  readonly route: Route;
  readonly sites: readonly SiteSummary[];
}

/** The screens of all sites together. */
function Screens({ route, sites }: RailListProps): ReactNode {
  const t = useText();
  const outbox = useAppFact((state) => state.outbox);
  const trash = useAppFact((state) => state.trash);
  return (
    <>
      <RailLink
        href={hrefOf({ screen: 'sites' })}
        icon="sites"
        count={sites.length}
        isCurrent={route.screen === 'sites'}
      >
        {t('app.sites')}
      </RailLink>
      <RailLink
        href={hrefOf({ screen: 'outbox' })}
        icon="outbox"
        count={outbox?.pending}
        counted={outbox === null ? undefined : t('sites.pending', { count: outbox.pending })}
        issues={troublesOfAll(sites)}
        isCurrent={route.screen === 'outbox'}
      >
        {t('app.outbox')}
      </RailLink>
      <RailLink href={hrefOf({ screen: 'activity' })} icon="activity" isCurrent={route.screen === 'activity'}>
        {t('app.activity')}
      </RailLink>
      <RailLink
        href={hrefOf({ screen: 'trash' })}
        icon="trash"
        count={trash ?? undefined}
        isCurrent={route.screen === 'trash'}
      >
        {t('app.trash')}
      </RailLink>
    </>
  );
}

/** The sites on this computer. */
function KeptSites({ route, sites }: RailListProps): ReactNode {
  const t = useText();
  const { contentUrl } = useBridge();
  const telling = tellingWords(sites.map((site) => site.name));
  const allPaused = useAppFact((state) => state.paused) === true;
  const isOnline = useAppFact((state) => state.connection === 'online') === true;
  return (
    <>
      {sites.length > 0 && <RailHeading>{t('app.here')}</RailHeading>}
      {sites.map((site) => (
        <RailSite
          key={site.id}
          dropSite={site.id}
          href={hrefOf({ screen: 'site', site: site.id, tab: 'overview' })}
          name={site.name}
          telling={telling.get(site.name)}
          photo={site.hasPhoto ? contentUrl('photo', site.id, 'photo') : null}
          isCurrent={route.screen === 'site' && route.site === site.id}
          issues={troublesOf(site)}
          state={allPaused ? 'paused' : markOf(site, isOnline)}
        />
      ))}
    </>
  );
}

/** The room on the disk, and the settings. */
function Foot({ route }: { readonly route: Route }): ReactNode {
  const t = useText();
  const storage = useAppFact((state) => state.storage);
  return (
    <>
      {storage !== null && storage.freeBytes !== null && (
        <RailDisk
          href={hrefOf({ screen: 'settings', tab: 'folders' })}
          kept={storage.keptBytes}
          isWhole={storage.keptIsWhole}
          free={storage.freeBytes}
          share={storage.keptBytes / Math.max(1, storage.keptBytes + storage.freeBytes)}
        />
      )}
      <RailLink href={hrefOf({ screen: 'settings' })} icon="settings" isCurrent={route.screen === 'settings'}>
        {t('app.settings')}
      </RailLink>
    </>
  );
}

/** Nothing turns while nothing can be sent: what waits is counted at the outbox. */
function markOf(site: SiteSummary, isOnline: boolean): 'syncing' | 'partly' | 'paused' | null {
  const condition = conditionOf(site);
  // Also where something needs a person.
  if (site.followed?.paused === true) return 'paused';
  if (condition === 'partly') return condition;
  return condition === 'syncing' && site.pending > 0 && isOnline ? condition : null;
}
