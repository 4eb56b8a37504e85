import type { ReactNode } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useAnswer, useAppFact, useBridge } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { format } from '../../ui/words/format.ts';
import { Meter } from '../../ui/telling/meter.tsx';
import { SitePhoto } from '../../ui/layout/site-photo.tsx';
import { Truncate } from '../../ui/words/truncate.tsx';
import { SiteState } from '../sites/site-state.tsx';
import { conditionOf, keptCounts, knownHolding } from '../sites/site-facts.ts';

/** The first sync in view: each site on its way, and the door to the work at any time. */
export function ComingStep({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  const t = useText();
  const sites = (useAnswer('sites.list', null).data ?? []).filter(({ followed }) => followed !== null);
  const isHere = sites.length > 0 && sites.every((site) => SETTLED.has(conditionOf(site)));
  return (
    <div className="first-choose">
      <header className="first-head" role="status">
        <h2 className="first-title" tabIndex={-1}>
          {t(isHere ? 'firstRun.hereTitle' : 'firstRun.comingTitle')}
        </h2>
        <p className="ink-2">{t(isHere ? 'firstRun.hereWhy' : 'firstRun.comingWhy')}</p>
      </header>
      {!isHere && <Together />}
      <ul className="first-sites" aria-label={t('firstRun.sites')}>
        {sites.map((site) => (
          <ComingSite key={site.id} site={site} />
        ))}
      </ul>
      <footer className="first-foot">
        <div className="first-foot-line">
          <span className="grow" />
          <Button size="l" variant="primary" onPress={onOpen} autoFocus>
            {t('firstRun.open')}
          </Button>
        </div>
      </footer>
    </div>
  );
}

/** All that was chosen is here; what a person must see to has its own words. */
const SETTLED: ReadonlySet<string> = new Set(['ready', 'partly', 'empty']);

function Together(): ReactNode {
  const t = useText();
  const work = useAppFact((state) => state.work);
  const share = work === null || work.bytesTotal === 0 ? 0 : work.bytesDone / work.bytesTotal;
  return (
    <div className="first-together">
      <Meter label={t('firstRun.progress')} value={share} state="running" size="m" />
      <span className="t-small ink-2 num">
        {work === null || work.bytesTotal === 0
          ? t('firstRun.asking')
          : [
              format.bytesOf(work.bytesDone, work.bytesTotal),
              work.bytesPerSecond === null ? '' : format.rate(work.bytesPerSecond),
              work.secondsLeft === null ? '' : format.timeLeft(work.secondsLeft),
            ]
              .filter((part) => part !== '')
              .join(' · ')}
      </span>
    </div>
  );
}

function ComingSite({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  const { contentUrl } = useBridge();
  const holding = knownHolding(site, keptCounts(site));
  const coming = useAppFact(({ work }) =>
    work.running.reduce(
      (sum, each) => sum + (each.site === site.id && each.direction === 'down' ? each.done : 0),
      0,
    ),
  );
  return (
    <li className="first-site first-coming">
      <SitePhoto src={site.hasPhoto ? contentUrl('photo', site.id, 'photo') : null} size={36} />
      <div className="first-site-words">
        <div className="first-site-name">
          <Truncate text={site.name} ending="word" />
        </div>
        <div className="t-small ink-3 num">
          {holding === null
            ? // What is done about it stands at the other end of the line.
              (site.city ?? '\u00A0')
            : holding.here === holding.files
              ? t('firstRun.files', { count: holding.files })
              : t('firstRun.of', { here: holding.here, count: holding.files })}
        </div>
      </div>
      <span className="first-coming-state t-small">
        <SiteState site={site} />
      </span>
      <span className="first-site-number first-site-size num">
        {holding === null ? '' : sizeOf(holding.bytesHere + (coming ?? 0), holding.bytes)}
      </span>
    </li>
  );
}

/** What is whole is one size, as on the card of the site. */
function sizeOf(here: number, all: number): string {
  return here >= all ? format.bytes(all) : format.bytesOf(here, all);
}
