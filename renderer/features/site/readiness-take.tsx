import type { ReactNode } from 'react';
import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';
import { useDo, useLastRate } from '../../state/engine.tsx';
import { hrefOf } from '../../state/route.ts';
import { useStill } from '../../state/use-still.ts';
import { useText } from '../../text/use-text.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { STILL_ICONS } from '../../ui/icons/still-icon.ts';
import { Button, TextLink } from '../../ui/inputs/button.tsx';
import { format } from '../../ui/words/format.ts';
import { KeepSite } from '../sites/keep-site.tsx';
import { comes, holdingOf, keptCounts, type Holding } from '../sites/site-facts.ts';

const EVERY_FILE = { text: '', category: null, status: [], folder: null };

interface TakeProps {
  readonly site: SiteSummary;
  /** Null: nobody has counted them, for example because the service cannot be reached. */
  readonly counts: readonly CategoryCount[] | null;
}

/** The one button that fetches what is not here, with the amount. */
export function ReadinessTake({ site, counts }: TakeProps): ReactNode {
  const isWanted = site.followed === null;
  const holding = holdingOf(isWanted ? keptCounts({ ...site, categories: counts }) : counts);
  if (!isWanted) return holding !== null && <TakeRest site={site} holding={holding} />;
  return (
    <div className="readiness-take">
      <KeepSite site={site.id} variant="primary" size="l" />
      {/* Its line is there from the start, so that what is below does not move. */}
      {holding === null ? (
        <span className="t-small">{'\u00A0'}</span>
      ) : (
        <Estimate files={holding.files} bytes={holding.bytes} />
      )}
    </div>
  );
}

/** For files that are smaller on average, their number decides how long they take, which no rate tells. */
const TELLING = 65_536;

/** How much it is and, if it can be estimated, how long it takes. */
function Estimate({ files, bytes }: { readonly files: number; readonly bytes: number }): ReactNode {
  const t = useText();
  const rate = useLastRate('down');
  // Files that are all empty have no size, but a number.
  const size = bytes > 0 ? format.bytes(bytes) : t('sites.files', { count: files });
  return (
    <span className="t-small ink-3 num">
      {rate === null || bytes === 0 || bytes < files * TELLING
        ? size
        : t('overview.estimate', { size, time: format.duration(bytes / rate) })}
    </span>
  );
}

interface TakeRestProps {
  readonly site: SiteSummary;
  readonly holding: Holding;
}

/** Fetches all that is missing: categories that are not kept, and single files that were made online only. */
function TakeRest({ site, holding }: TakeRestProps): ReactNode {
  const t = useText();
  const setKeep = useDo('sites.setKeep');
  const pin = useDo('files.keep');
  const missing = holding.files - holding.here;
  if (missing <= 0 || site.folderAway) return null;
  // The person removed these files: nothing is fetched again before they decide about the deletes.
  if (site.followed?.keep === 'all' && site.held > 0)
    return (
      <TextLink href={hrefOf({ screen: 'outbox', params: { site: site.id } })}>
        {t('overview.heldDeletes', { count: site.held })}
      </TextLink>
    );
  if (site.followed?.keep === 'all' && comes(site, holding))
    return <Coming isSitePaused={site.followed.paused} />;
  const take = (): void => {
    const { id, followed } = site;
    if (followed?.keep === 'all')
      pin.run({ site: id, files: { filter: EVERY_FILE, except: [] }, keep: true });
    else setKeep.run({ site: id, keep: 'all' });
  };
  return (
    <div className="readiness-take">
      <Button variant="primary" size="l" icon="laptop" isPending={setKeep.busy || pin.busy} onPress={take}>
        {t('overview.keepRest')}
      </Button>
      <Estimate files={missing} bytes={holding.bytes - holding.bytesHere} />
    </div>
  );
}

const COMING = {
  paused: 'overview.comesResumed',
  offline: 'overview.comesReached',
  signIn: 'overview.comesSignedIn',
  none: 'overview.coming',
} as const;

/** Says that the files are coming, or what they wait for. */
function Coming({ isSitePaused }: { readonly isSitePaused: boolean }): ReactNode {
  const t = useText();
  const stillNow = useStill() ?? 'none';
  const still = isSitePaused ? 'paused' : stillNow;
  return (
    <span className="readiness-coming ink-2">
      <Icon name={STILL_ICONS[still]} className={still === 'none' ? 'tone-accent' : 'ink-3'} />
      {t(COMING[still])}
    </span>
  );
}
