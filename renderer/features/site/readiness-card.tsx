import type { ReactNode } from 'react';
import type { FileStatus } from '../../../shared/ipc/files.ts';
import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';
import { CATEGORIES, categoryLabel, isKept, type Category } from '../../../shared/model/category.ts';
import { useAnswer, useDo, useLastRate } from '../../state/engine.tsx';
import { hrefOf } from '../../state/route.ts';
import { troublesOf } from '../../state/troubles.ts';
import { useStill } from '../../state/use-still.ts';
import { useText } from '../../text/use-text.ts';
import { Button, TextLink } from '../../ui/inputs/button.tsx';
import { Card, CardHead } from '../../ui/layout/card.tsx';
import { format } from '../../ui/words/format.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { EVERYTHING, paramsOf } from '../files/file-filter.ts';
import { KeepSite } from '../sites/keep-site.tsx';
import { holdingOf, keptCounts, type Holding } from '../sites/site-facts.ts';
import { ReadinessLine, type LineIcon } from './readiness-line.tsx';

interface ReadinessCardProps {
  readonly site: SiteSummary;
  /** Null while they are counted. */
  readonly categories: readonly CategoryCount[] | null | 'failed';
  /** Why they could not be counted. */
  readonly whyNot: string | null;
}

/** What of the site is on this computer, by category, and one button for the rest. */
export function ReadinessCard({ site, categories, whyNot }: ReadinessCardProps): ReactNode {
  const t = useText();
  const counts = categories === 'failed' ? null : categories;
  const holding = holdingOf(counts);
  const conflicts = useConflicts(site);
  return (
    <Card label={t('overview.readiness')}>
      <CardHead
        level={2}
        title={<Headline site={site} holding={holding} />}
        subtitle={<Subtitle site={site} holding={holding} whyNot={whyNot} />}
        actions={<Take site={site} counts={counts} />}
      />
      <div className="readiness">
        {counts === null
          ? CATEGORIES.map(({ id, label }) => <OpenLine key={id} label={label} />)
          : counts.map((count) => (
              <CategoryLine
                key={count.category}
                site={site}
                count={count}
                conflicts={conflicts.get(count.category) ?? 0}
              />
            ))}
        {site.followed !== null && (
          <>
            <hr className="readiness-rule" />
            <ModelsLine site={site.id} />
          </>
        )}
      </div>
    </Card>
  );
}

/** The number of files in conflict, by category. */
function useConflicts({ id, conflicts }: SiteSummary): ReadonlyMap<Category, number> {
  const outbox = useAnswer('outbox.get', { site: id }, { enabled: conflicts > 0 }).data;
  const found = Map.groupBy(conflicts > 0 ? (outbox?.conflicts ?? []) : [], ({ category }) => category);
  return new Map([...found].map(([category, some]) => [category, some.length]));
}

/** Calls nothing complete before the service was asked. */
function Headline({
  site,
  holding,
}: {
  readonly site: SiteSummary;
  readonly holding: Holding | null;
}): string {
  const t = useText();
  if (site.followed === null) return t('overview.onlineOnly');
  if (holding === null || site.listedAt === null) return t('overview.looking');
  if (site.folderAway) return t('overview.folderAway');
  if (holding.files === 0) return t('overview.noFiles');
  const missing = holding.files - holding.here;
  if (holding.unread > 0) return t('overview.unreadHeadline', { count: holding.unread });
  if (missing <= 0) return t('overview.complete');
  return t(site.held === 0 && comes(site, holding) ? 'overview.missing' : 'overview.away', {
    count: missing,
  });
}

/** Will any of the missing files come by itself? Not if they are only to be sent, or were made online only. */
function comes({ pending }: SiteSummary, { unsent }: Holding): boolean {
  return pending > unsent;
}

interface SubtitleProps {
  readonly site: SiteSummary;
  readonly holding: Holding | null;
  readonly whyNot: string | null;
}

function Subtitle({ site, holding, whyNot }: SubtitleProps): ReactNode {
  const t = useText();
  if (whyNot !== null) return t('overview.cannotCount', { why: whyNot });
  if (site.followed === null)
    return holding === null
      ? t('overview.counting')
      : t('overview.online', { count: holding.files, size: format.bytes(holding.bytes) });
  if (holding === null || site.listedAt === null) return t('overview.lookingWhy');
  const { here, files, bytes, bytesHere, unsent } = holding;
  if (site.folderAway) return t('overview.wereHere', { here, count: files });
  if (here >= files) return <WholeWords site={site} holding={holding} />;
  const some = t('overview.hereOf', { here, count: files, size: format.bytesOf(bytesHere, bytes) });
  return `${some} ${unsent > 0 ? t('overview.unsentOf', { count: unsent }) : deliveredWords(site, t)}`;
}

/**
 * Says that every file is on the service, and since when, for people who hand over a site or make room. Empty if
 * anything is open.
 */
function deliveredWords(site: SiteSummary, t: ReturnType<typeof useText>): string {
  if (site.pending + troublesOf(site) > 0 || site.syncedAt === null) return '';
  return t('overview.allThere', { time: format.when(site.syncedAt) });
}

interface WholeWordsProps {
  readonly site: SiteSummary;
  readonly holding: Holding;
}

/** Says that all files are here, together with what is not on the service yet or still open. */
function WholeWords({ site, holding: { files, bytesHere, unsent } }: WholeWordsProps): string {
  const t = useText();
  const models = useAnswer('models.list', { site: site.id }).data ?? [];
  const away = models.filter(({ state }) => state !== 'here' && state !== 'out-of-date').length;
  const open = troublesOf(site);
  const words = [
    files === 0
      ? t('overview.noFilesWhy')
      : t('overview.filesHere', { count: files, size: format.bytes(bytesHere) }),
    unsent > 0 ? t('overview.unsentOf', { count: unsent }) : null,
    away > 0 ? t('overview.modelsAway', { count: away }) : null,
    open > 0 ? t('overview.issuesOpen', { count: open }) : null,
    files > 0 && unsent === 0 ? deliveredWords(site, t) : null,
  ];
  return words.filter((each) => each !== null && each !== '').join(' ');
}

const EVERY_FILE = { text: '', category: null, status: [], folder: null };

interface TakeProps {
  readonly site: SiteSummary;
  /** Null: nobody has counted them, for example because the service cannot be reached. */
  readonly counts: readonly CategoryCount[] | null;
}

/** The one button that fetches what is not here, with the amount. */
function Take({ site, counts }: TakeProps): ReactNode {
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
  paused: ['pause', 'overview.comesResumed'],
  offline: ['wifiOff', 'overview.comesReached'],
  signIn: ['key', 'overview.comesSignedIn'],
  none: ['sync', 'overview.coming'],
} as const;

/** Says that the files are coming, or what they wait for. */
function Coming({ isSitePaused }: { readonly isSitePaused: boolean }): ReactNode {
  const t = useText();
  const still = useStill();
  const [icon, words] = COMING[isSitePaused ? 'paused' : (still ?? 'none')];
  return (
    <span className="readiness-coming ink-2">
      <Icon name={icon} className={icon === 'sync' ? 'tone-accent' : 'ink-3'} />
      {t(words)}
    </span>
  );
}

/** How many are not kept here, if some are. */
function notKept(all: number, here: number, t: ReturnType<typeof useText>): string {
  return here === 0 ? t('overview.notKept') : t('overview.someNotKept', { count: all - here });
}

/** No check mark while a file waits, for a decision or to be sent. */
function iconOf(
  { unread, unsent }: CategoryCount,
  {
    conflicts,
    isKept: isSiteKept,
    isWhole,
  }: { readonly conflicts: number; readonly isKept: boolean; readonly isWhole: boolean },
): LineIcon {
  if (conflicts > 0) return 'conflict';
  if (unread > 0) return 'warn';
  if (isWhole) return unsent > 0 ? 'upload' : 'ok';
  return isSiteKept ? 'half' : 'cloud';
}

/** The states of a file that is to be sent. Both sides of a conflict that nobody has to decide count too. */
const TO_SEND: readonly FileStatus[] = ['conflict', 'failed', 'waiting', 'queued', 'uploading'];

/**
 * A link to what is still open in a category: conflicts to be decided, or the files to be sent. None if others are
 * still to be fetched, since these have the same states.
 */
function openOf(
  site: SiteSummary,
  { category, files, here, unread, unsent }: CategoryCount,
  conflicts: number,
): string | null {
  if (files === 0 || site.folderAway) return null;
  if (conflicts > 0) return hrefOf({ screen: 'outbox', tab: 'issues', params: { site: site.id } });
  if (unread > 0 || unsent === 0 || here < files) return null;
  const params = paramsOf({ ...EVERYTHING, category, status: [...TO_SEND] });
  return hrefOf({ screen: 'site', site: site.id, tab: 'files', params });
}

/** Also a drop target: files dropped here go to this category. */
function CategoryLine({
  site,
  count,
  conflicts,
}: {
  readonly site: SiteSummary;
  readonly count: CategoryCount;
  readonly conflicts: number;
}): ReactNode {
  const t = useText();
  const { category, files, here, bytes, bytesHere, unread, unsent } = count;
  const label = categoryLabel(category);
  const isWhole = site.followed !== null && here >= files && !site.folderAway;
  const detail = (): string => {
    if (files === 0 || site.folderAway) return '';
    // A category is not done while one of its files waits for a decision, even if all are here.
    if (conflicts > 0) return t('overview.conflicts', { count: conflicts });
    if (unread > 0) return t('overview.unread', { count: unread });
    // "All here" might be read as "all on the service".
    if (unsent > 0) return t('overview.unsent', { count: unsent });
    if (isWhole) return t('overview.allHere');
    if (!isKept(site.followed?.keep ?? site.keptBefore ?? 'all', category)) return notKept(files, here, t);
    const size = format.bytes(bytes - bytesHere);
    return t(site.held > 0 ? 'overview.notHere' : 'overview.toFetch', { size });
  };
  return (
    <ReadinessLine
      icon={iconOf(count, { conflicts, isKept: site.followed !== null, isWhole })}
      label={label}
      href={
        site.followed === null
          ? null
          : hrefOf({ screen: 'site', site: site.id, tab: 'files', params: { category } })
      }
      share={files === 0 || site.folderAway ? null : here / files}
      count={
        files === 0
          ? t('overview.none')
          : isWhole || site.followed === null
            ? format.count(files)
            : t('overview.ofFiles', { here, all: files })
      }
      counted={
        files === 0
          ? undefined
          : isWhole || site.followed === null
            ? t('sites.files', { count: files })
            : t('sites.filesOf', { here, count: files })
      }
      detail={detail()}
      detailHref={openOf(site, count, conflicts)}
      drop={category}
    />
  );
}

/** The same mark as in the matrix of gaps. */
const NOT_KNOWN = '–';

/** A line for what is not counted yet, so that nothing below it moves when the numbers come. */
function OpenLine({
  label,
  href = null,
}: {
  readonly label: string;
  readonly href?: string | null;
}): ReactNode {
  return <ReadinessLine icon="half" label={label} href={href} share={null} count={NOT_KNOWN} detail="" />;
}

/** Shown even without any models, so that nothing moves when that is known. */
function ModelsLine({ site }: { readonly site: string }): ReactNode {
  const t = useText();
  const models = useAnswer('models.list', { site }).data;
  const label = t('overview.models');
  const href = hrefOf({ screen: 'site', site, tab: 'models' });
  if (models === undefined) return <OpenLine label={label} href={href} />;
  if (models.length === 0)
    return (
      <ReadinessLine
        icon="half"
        label={label}
        href={href}
        share={null}
        count={t('overview.none')}
        detail=""
      />
    );
  const here = models.filter(({ state }) => state === 'here').length;
  const missing = models.reduce((sum, { state, size }) => sum + (state === 'here' ? 0 : (size ?? 0)), 0);
  const isWhole = here >= models.length;
  return (
    <ReadinessLine
      icon={isWhole ? 'ok' : 'half'}
      label={label}
      href={href}
      share={here / models.length}
      count={isWhole ? format.count(here) : t('overview.ofFiles', { here, all: models.length })}
      detail={
        isWhole
          ? t('overview.allHere')
          : missing === 0
            ? notKept(models.length, here, t)
            : t('overview.toFetch', { size: format.bytes(missing) })
      }
    />
  );
}
