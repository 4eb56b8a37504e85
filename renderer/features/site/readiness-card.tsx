import { Fragment, type ReactNode } from 'react';
import type { FileStatus } from '../../../shared/ipc/files.ts';
import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';
import { categoryLabel, isKept, type Category } from '../../../shared/model/category.ts';
import { useAnswer, useDo, useLastRate } from '../../state/engine.tsx';
import { hrefOf } from '../../state/route.ts';
import { troublesOf } from '../../state/troubles.ts';
import { useStill } from '../../state/use-still.ts';
import { useText } from '../../text/use-text.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { format } from '../../ui/format.ts';
import { Icon } from '../../ui/icons.tsx';
import { Meter } from '../../ui/meter.tsx';
import { EVERYTHING, paramsOf } from '../files/file-filter.ts';
import { KeepSite } from '../sites/keep-site.tsx';
import { holdingOf, keptCounts, type Holding } from '../sites/site-facts.ts';

interface ReadinessCardProps {
  readonly site: SiteSummary;
  /** Null while they are being counted. */
  readonly categories: readonly CategoryCount[] | null | 'failed';
  /** Why they could not be counted. */
  readonly whyNot: string | null;
}

/** Category by category what of the site is on this computer, and one button for the rest. */
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
        {counts?.map((count) => (
          <CategoryLine
            key={count.category}
            site={site}
            count={count}
            conflicts={conflicts.get(count.category) ?? 0}
          />
        ))}
        {site.followed !== null && <ModelsLine site={site.id} />}
      </div>
    </Card>
  );
}

/** How many files of each category are in a conflict. */
function useConflicts({ id, conflicts }: SiteSummary): ReadonlyMap<Category, number> {
  const outbox = useAnswer('outbox.get', { site: id }, { enabled: conflicts > 0 }).data;
  const found = Map.groupBy(conflicts > 0 ? (outbox?.conflicts ?? []) : [], ({ category }) => category);
  return new Map([...found].map(([category, some]) => [category, some.length]));
}

/** Nothing is called complete before the service was asked. */
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
  return t(site.held > 0 ? 'overview.away' : 'overview.missing', { count: missing });
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
  return unsent === 0 ? some : `${some} ${t('overview.unsentOf', { count: unsent })}`;
}

interface WholeWordsProps {
  readonly site: SiteSummary;
  readonly holding: Holding;
}

/** All files are here; what is not, what only is here, and what is open, is said in the same breath. */
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
  ];
  return words.filter((each) => each !== null).join(' ');
}

const EVERY_FILE = { text: '', category: null, status: [], folder: null };

interface TakeProps {
  readonly site: SiteSummary;
  /** Null: nobody has counted, as where the service is out of reach. */
  readonly counts: readonly CategoryCount[] | null;
}

/** The one button for what is not here, with what that comes to. */
function Take({ site, counts }: TakeProps): ReactNode {
  const isWanted = site.followed === null;
  const holding = holdingOf(isWanted ? keptCounts({ ...site, categories: counts }) : counts);
  if (!isWanted) return holding !== null && <TakeRest site={site} holding={holding} />;
  return (
    <div className="readiness-take">
      <KeepSite site={site.id} variant="primary" size="l" />
      {holding !== null && <Estimate files={holding.files} bytes={holding.bytes} />}
    </div>
  );
}

/** Files smaller than this on average take their time by their number, which no rate tells. */
const TELLING = 65_536;

/** How much it is, and how long that takes as far as anything tells. */
function Estimate({ files, bytes }: { readonly files: number; readonly bytes: number }): ReactNode {
  const t = useText();
  const rate = useLastRate('down');
  // Empty files come to nothing, and are files all the same.
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

/** Fetches all that is missing: what was not kept by category, and single files that were made online only. */
function TakeRest({ site, holding }: TakeRestProps): ReactNode {
  const t = useText();
  const setKeep = useDo('sites.setKeep');
  const pin = useDo('files.keep');
  const missing = holding.files - holding.here;
  if (missing <= 0 || site.folderAway) return null;
  // Put away by the person: nothing of it is fetched before a word on its deletes.
  if (site.followed?.keep === 'all' && site.held > 0)
    return (
      <TextLink href={hrefOf({ screen: 'outbox', params: { site: site.id } })}>
        {t('overview.heldDeletes', { count: site.held })}
      </TextLink>
    );
  if (site.followed?.keep === 'all' && site.pending > 0)
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

/** That it comes, or what it waits for. */
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

/** Where some are here all the same, how many are not. */
function notKept(all: number, here: number, t: ReturnType<typeof useText>): string {
  return here === 0 ? t('overview.notKept') : t('overview.someNotKept', { count: all - here });
}

/** Nothing is well where a file waits, be it for a word or to be sent. */
function iconOf(
  { unread, unsent }: CategoryCount,
  {
    conflicts,
    isKept: isSiteKept,
    isWhole,
  }: { readonly conflicts: number; readonly isKept: boolean; readonly isWhole: boolean },
): keyof typeof TONES {
  if (conflicts > 0) return 'conflict';
  if (unread > 0) return 'warn';
  if (isWhole) return unsent > 0 ? 'upload' : 'ok';
  return isSiteKept ? 'half' : 'cloud';
}

/** What a file of a category is called that is to be sent; both sides of a conflict that nobody has to decide are. */
const TO_SEND: readonly FileStatus[] = ['conflict', 'failed', 'waiting', 'queued', 'uploading'];

/**
 * The list of what is still open in a category: where conflicts are decided, or the files that are to be sent. None where
 * others are still to be fetched: these bear the same states.
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

/** A target of drops too: what is dropped onto a category goes there. */
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
    // Nothing is well where a file waits for a word, however whole it is.
    if (conflicts > 0) return t('overview.conflicts', { count: conflicts });
    if (unread > 0) return t('overview.unread', { count: unread });
    // Whoever reads that all is here may take it to be at the service, too.
    if (unsent > 0) return t('overview.unsent', { count: unsent });
    if (isWhole) return t('overview.allHere');
    if (!isKept(site.followed?.keep ?? site.keptBefore ?? 'all', category)) return notKept(files, here, t);
    const size = format.bytes(bytes - bytesHere);
    return t(site.held > 0 ? 'overview.notHere' : 'overview.toFetch', { size });
  };
  return (
    <Line
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
      detail={detail()}
      detailHref={openOf(site, count, conflicts)}
      drop={category}
    />
  );
}

function ModelsLine({ site }: { readonly site: string }): ReactNode {
  const t = useText();
  const models = useAnswer('models.list', { site }).data ?? [];
  if (models.length === 0) return null;
  const here = models.filter(({ state }) => state === 'here').length;
  const missing = models.reduce((sum, { state, size }) => sum + (state === 'here' ? 0 : (size ?? 0)), 0);
  const isWhole = here >= models.length;
  return (
    <>
      <hr className="readiness-rule" />
      <Line
        icon={isWhole ? 'ok' : 'half'}
        label={t('overview.models')}
        href={hrefOf({ screen: 'site', site, tab: 'models' })}
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
    </>
  );
}

const TONES = {
  ok: 'tone-ok',
  conflict: 'tone-warn',
  warn: 'tone-warn',
  half: 'ink-3',
  upload: 'ink-2',
  cloud: 'ink-3',
} as const;

interface LineProps {
  readonly icon: keyof typeof TONES;
  readonly label: string;
  /** Its list; null where there is none. */
  readonly href: string | null;
  /** Null: there is nothing of it. */
  readonly share: number | null;
  readonly count: string;
  readonly detail: string;
  /** The list of what the detail counts; null where there is none. */
  readonly detailHref?: string | null;
  readonly drop?: string;
}

function Line({ icon, label, href, share, count, detail, detailHref = null, drop }: LineProps): ReactNode {
  const t = useText();
  const cells: ReactNode = (
    <Fragment>
      <Icon name={share === null ? 'minus' : icon} className={share === null ? 'ink-3' : TONES[icon]} />
      {href === null ? (
        <span className="cut">{label}</span>
      ) : (
        <a
          className="readiness-link cut"
          href={href}
          {...(drop === undefined ? {} : { 'aria-label': t('overview.showFiles', { category: label }) })}
        >
          {label}
        </a>
      )}
      {share === null ? (
        <span />
      ) : (
        <Meter label={label} value={share} size="m" state={share >= 1 ? 'done' : 'here'} />
      )}
      <span className="readiness-number ink-2">{count}</span>
      <span
        className={
          share !== null && icon !== 'ok' ? 'readiness-number readiness-strong' : 'readiness-number ink-3'
        }
      >
        {detailHref === null ? (
          detail
        ) : (
          <a className="readiness-link" href={detailHref} aria-label={`${detail}, ${label}`}>
            {detail}
          </a>
        )}
      </span>
    </Fragment>
  );
  return (
    <div className="readiness-line num" {...(drop === undefined ? {} : { 'data-drop-category': drop })}>
      {cells}
    </div>
  );
}
