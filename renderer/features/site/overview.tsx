import { Fragment, type ReactNode } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { categoryLabel } from '../../../shared/model/category.ts';
import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead, Facts } from '../../ui/card.tsx';
import { format } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { Scroll } from '../../ui/page-head.tsx';
import './overview.css';

/** What of the site is on this computer, category by category, and one button for the rest. */
export function Overview({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  const follow = useDo('sites.follow');
  const keepAll = useDo('sites.setKeep');
  const categories = site.categories ?? [];
  const sum = (of: (each: (typeof categories)[number]) => number): number =>
    categories.reduce((total, each) => total + of(each), 0);
  const all = sum((each) => each.files);
  const here = sum((each) => each.here);
  const missing = all - here;
  const toFetch = sum((each) => each.bytes - each.bytesHere);
  const takeOffline = (): void => {
    if (site.followed === null) follow.run({ site: site.id, folder: null, keep: 'all' });
    else keepAll.run({ site: site.id, keep: 'all' });
  };
  /** Nothing is called complete before the service was asked. */
  const headline = (): string => {
    if (site.categories === null || (site.followed !== null && site.listedAt === null))
      return t('app.neverSynced');
    return missing === 0 && site.followed !== null ? t('app.allHere') : t('app.missing', { count: missing });
  };
  return (
    <Scroll label={t('app.overview')}>
      <div className="overview">
        <Card>
          <CardHead
            title={headline()}
            subtitle={t('app.hereOf', { here, all, size: format.bytes(sum((each) => each.bytesHere)) })}
            actions={
              (missing > 0 || site.followed === null) && (
                <Button variant="primary" icon="laptop" onPress={takeOffline}>
                  {t('app.takeOffline')}
                </Button>
              )
            }
          />
          <div className="overview-rows">
            {categories.map((each) => (
              <Fragment key={each.category}>
                <span>{categoryLabel(each.category)}</span>
                <Meter
                  label={categoryLabel(each.category)}
                  value={each.files === 0 ? 1 : each.here / each.files}
                  state={each.here >= each.files ? 'done' : 'here'}
                />
                <span>{each.files === 0 ? t('app.none') : format.count(each.files)}</span>
                <span>
                  {each.here >= each.files
                    ? t('app.allHereShort')
                    : t('app.toFetch', { size: format.bytes(each.bytes - each.bytesHere) })}
                </span>
              </Fragment>
            ))}
          </div>
          {toFetch > 0 && <p>{t('app.toFetch', { size: format.bytes(toFetch) })}</p>}
        </Card>
        <Card>
          <CardHead title={t('app.facts')} />
          <Facts
            items={[
              { label: t('app.factAddress'), value: site.address ?? '–' },
              { label: t('app.factZone'), value: site.timezone ?? '–' },
              { label: t('app.factOwner'), value: site.organization ?? '–' },
              { label: t('app.factFolder'), value: site.followed?.folder ?? '–' },
            ]}
          />
        </Card>
      </div>
    </Scroll>
  );
}
