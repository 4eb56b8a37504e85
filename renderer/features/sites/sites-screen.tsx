import { useState, type ReactNode } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useAnswer, useBridge, useDo } from '../../state/engine.tsx';
import { hrefOf } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { format, formatIn } from '../../ui/format.ts';
import { PageHead, Scroll } from '../../ui/page-head.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { CardGrid, GroupHeading, SiteCard } from '../../ui/site-card.tsx';

/** Every site that the service lists: first those that are kept here. */
export function SitesScreen(): ReactNode {
  const t = useText();
  const [filter, setFilter] = useState('');
  const refresh = useDo('sites.refresh');
  const answer = useAnswer('sites.list', null);
  const needle = filter.trim().toLowerCase();
  const sites = (answer.data ?? []).filter((site) =>
    `${site.name} ${site.city ?? ''} ${site.organization ?? ''}`.toLowerCase().includes(needle),
  );
  const kept = sites.filter((site) => site.followed !== null).toSorted(byNeed);
  const others = sites.filter((site) => site.followed === null);
  const size = kept.reduce((sum, site) => sum + sumOf(site).bytesHere, 0);
  return (
    <>
      <PageHead
        title={t('app.sites')}
        actions={
          <SearchField
            label={t('app.filterSites')}
            placeholder={t('app.filterSites')}
            value={filter}
            onChange={setFilter}
            width={220}
          />
        }
      />
      <Scroll label={t('app.sites')}>
        {sites.length === 0 && (
          <EmptyState
            icon="sites"
            title={t(needle === '' ? 'app.noSites' : 'app.nothingFound')}
            action={<Button onPress={() => refresh.run(null)}>{t('app.refresh')}</Button>}
          >
            {needle === '' ? t('app.noSitesWhy') : null}
          </EmptyState>
        )}
        {kept.length > 0 && (
          <>
            <GroupHeading title={t('app.here')} detail={format.bytes(size)} />
            <CardGrid>
              {kept.map((site) => (
                <Card key={site.id} site={site} />
              ))}
            </CardGrid>
          </>
        )}
        {others.length > 0 && (
          <>
            <GroupHeading title={t('app.elsewhere')} detail={format.count(others.length)} />
            <CardGrid>
              {others.map((site) => (
                <Card key={site.id} site={site} />
              ))}
            </CardGrid>
          </>
        )}
      </Scroll>
    </>
  );
}

function Card({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  const { contentUrl } = useBridge();
  const follow = useDo('sites.follow');
  const { files, here, bytes, bytesHere } = sumOf(site);
  const kept = site.followed !== null;
  const troubles = site.issues + site.conflicts + site.held;
  const whole = kept && here >= files;
  return (
    <SiteCard
      href={hrefOf({ screen: 'site', site: site.id, tab: 'overview' })}
      name={site.name}
      photo={site.hasPhoto ? contentUrl('photo', site.id, 'photo') : null}
      place={[site.city, site.organization].filter((part) => part !== null && part.length < 40).join(' · ')}
      time={site.timezone === null ? '' : formatIn(site.timezone).time(Date.now())}
      {...(kept && !whole ? { share: here / Math.max(1, files) } : {})}
      amount={kept ? (whole ? format.bytes(bytes) : format.bytesOf(bytesHere, bytes)) : ''}
      files={kept ? (whole ? t('app.files', { count: files }) : t('app.filesOf', { here, all: files })) : ''}
      offline={!kept}
    >
      {!kept && (
        <Button
          size="s"
          icon="laptop"
          isPending={follow.busy}
          onPress={() => follow.run({ site: site.id, folder: null, keep: 'all' })}
        >
          {t('app.keepHere')}
        </Button>
      )}
      {troubles > 0 && (
        <Chip tone="bad" icon="warn">
          {t('ui.issues', { count: troubles })}
        </Chip>
      )}
      {site.pending > 0 && (
        <Chip tone="accent" icon="sync">
          {t('app.pendingCount', { count: site.pending })}
        </Chip>
      )}
      {kept && troubles + site.pending === 0 && <Chip icon="ok">{t('app.readyOffline')}</Chip>}
    </SiteCard>
  );
}

function sumOf(site: SiteSummary): { files: number; here: number; bytes: number; bytesHere: number } {
  const sum = { files: 0, here: 0, bytes: 0, bytesHere: 0 };
  for (const each of site.categories ?? []) {
    sum.files += each.files;
    sum.here += each.here;
    sum.bytes += each.bytes;
    sum.bytesHere += each.bytesHere;
  }
  return sum;
}

function byNeed(a: SiteSummary, b: SiteSummary): number {
  const need = (site: SiteSummary): number => (site.issues + site.conflicts + site.held) * 1e6 + site.pending;
  return need(b) - need(a) || a.name.localeCompare(b.name);
}
