import type { ReactNode } from 'react';
import { versionsOf, type Outbox } from '../../../shared/ipc/outbox.ts';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { useAnswer, useAppFact, useBridge, useDo } from '../../state/engine.tsx';
import { hrefOf } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { actionIcon } from '../../ui/icons/action-icon.ts';
import { IconButton, LinkButton, TextLink } from '../../ui/inputs/button.tsx';
import { Card, CardHead, Facts } from '../../ui/layout/card.tsx';
import { format } from '../../ui/words/format.ts';
import { Icon, type IconName } from '../../ui/icons/icons.tsx';
import { SitePhoto } from '../../ui/layout/site-photo.tsx';
import { Skeleton } from '../../ui/telling/skeleton-rows.tsx';
import { Truncate } from '../../ui/words/truncate.tsx';
import { useCopy } from '../../ui/overlays/use-copy.ts';
import { whyTwoBriefly } from '../outbox/conflict/conflict-words.ts';
import { issueTarget } from '../../state/issue-target.ts';
import { organizationName, positionOf } from '../sites/site-facts.ts';

/** All that the service tells of the site, and where it is on this computer. */
export function FactsCard({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  const { contentUrl } = useBridge();
  const address = [...new Set([site.address, site.city, site.country])].filter(
    (part) => part !== null && part !== '',
  );
  const facts = [
    { label: t('overview.address'), value: [...new Set(address)].join(', ') },
    { label: t('overview.position'), value: positionOf(site) },
    { label: t('overview.zone'), value: site.timezone },
    { label: t('overview.organization'), value: organizationName(site) },
    { label: t('overview.folder'), value: site.followed === null ? null : <FolderFact site={site} /> },
  ];
  const technical = [
    { label: t('overview.siteId'), value: <Copied words={site.id} /> },
    {
      label: t('overview.organizationId'),
      value:
        site.organization === null || organizationName(site) !== null ? null : (
          <Copied words={site.organization} />
        ),
    },
    { label: t('overview.graph'), value: site.graphUri === null ? null : <Copied words={site.graphUri} /> },
  ];
  return (
    <Card label={t('overview.facts')}>
      <SitePhoto
        size="hero"
        src={site.hasPhoto ? contentUrl('photo', site.id, 'photo') : null}
        offline={site.followed === null}
      />
      <div className="side-facts">
        <Facts items={facts.filter(({ value }) => value !== null && value !== '')} />
        <details className="side-more">
          <summary>{t('overview.more')}</summary>
          <Facts items={technical.filter(({ value }) => value !== null)} />
        </details>
      </div>
    </Card>
  );
}

/** A value for machines or support, shown in full, with a button to copy it. */
function Copied({ words }: { readonly words: string }): ReactNode {
  const t = useText();
  const copy = useCopy();
  return (
    <span className="side-copied">
      {words}
      <IconButton icon="copy" size="s" label={t('overview.copy', { words })} onPress={() => copy(words)} />
    </span>
  );
}

function FolderFact({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  const open = useDo('sites.openFolder');
  const canReveal = useAppFact((state) => state.host.can.revealFiles) === true;
  const folder = site.followed?.folder ?? '';
  const path = <BreakablePath path={folder} />;
  if (!canReveal) return path;
  return (
    <LinkButton label={t('overview.openFolder', { folder })} onPress={() => open.run({ site: site.id })}>
      {path}
    </LinkButton>
  );
}

/** A path that breaks after folder names if it must break. */
function BreakablePath({ path }: { readonly path: string }): ReactNode {
  return <>{path.split(/(?<=[\\/])/).flatMap((part, n) => (n === 0 ? [part] : [<wbr key={n} />, part]))}</>;
}

const ISSUES_SHOWN = 4;

interface Problem {
  /** The place where it is decided. */
  readonly href: string;
  readonly icon: IconName;
  readonly tone: string;
  readonly path: string;
  readonly words: string;
}

/** What needs a person at this site; nothing if all is well. */
export function IssuesCard({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  const { data: outbox, isPending } = useAnswer('outbox.get', { site: site.id });
  const problems = useProblems(site, outbox);
  // The number of issues is known earlier than the issues, so their space is kept and nothing below moves.
  const known = (site.held > 0 ? 1 : 0) + site.conflicts + site.issues;
  const all = isPending ? known : problems.length + (outbox?.issuesTotal ?? 0) - (outbox?.issues.length ?? 0);
  if (all === 0) return null;
  const href = hrefOf({ screen: 'outbox', params: { site: site.id } });
  return (
    <Card label={t('overview.issues')}>
      <CardHead
        level={2}
        title={t('overview.issues')}
        actions={<TextLink href={href}>{t('overview.allIssues', { count: all })}</TextLink>}
      />
      <ul className="side-list num" aria-busy={isPending}>
        {isPending &&
          Array.from({ length: Math.min(known, ISSUES_SHOWN) }, (_, at) => (
            <li key={at}>
              <span className="side-item side-coming">
                <Skeleton width="62%" />
                <Skeleton width="48%" />
              </span>
            </li>
          ))}
        {problems.slice(0, ISSUES_SHOWN).map(({ href: place, icon, tone, path, words }) => (
          <li key={`${icon} ${path} ${words}`}>
            <Icon name={icon} className={tone} />
            <a className="side-item" href={place}>
              <Truncate text={path} />
              <span className="ink-3 cut">{words}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function useProblems(site: SiteSummary, outbox: Outbox | undefined): readonly Problem[] {
  const t = useText();
  const problems: Problem[] = [];
  for (const { count } of outbox?.held ?? [])
    problems.push({
      href: hrefOf(issueTarget(site.id, null)),
      icon: 'shield',
      tone: 'tone-warn',
      path: t('overview.heldDeletes', { count }),
      words: '',
    });
  for (const conflict of outbox?.conflicts ?? [])
    problems.push({
      href: hrefOf(issueTarget(site.id, conflict.mine.key)),
      icon: 'conflict',
      tone: 'tone-warn',
      path: baseName(versionsOf(conflict).file?.path ?? conflict.copy),
      words: `${t('ui.status.conflict')} · ${whyTwoBriefly(conflict)}`,
    });
  for (const { key, path, brief } of outbox?.issues ?? [])
    problems.push({
      href: hrefOf(issueTarget(site.id, key)),
      icon: 'fail',
      tone: 'tone-bad',
      path: path === '' ? site.name : baseName(path),
      words: `${path === '' ? t('outbox.wholeSite') : t('ui.status.failed')} · ${brief}`,
    });
  return problems;
}

const LATEST_SHOWN = 6;

export function LatestCard({ site }: { readonly site: string }): ReactNode {
  const t = useText();
  const lines = useAnswer('activity.list', { site, limit: LATEST_SHOWN, text: '' }).data;
  return (
    <Card label={t('overview.latest')}>
      <CardHead
        level={2}
        title={t('overview.latest')}
        actions={
          <TextLink href={hrefOf({ screen: 'site', site, tab: 'activity' })}>
            {t('overview.activity')}
          </TextLink>
        }
      />
      {lines === undefined ? null : lines.length === 0 ? (
        <p className="side-nothing ink-3">{t('overview.nothingYet')}</p>
      ) : (
        <ul className="side-list num">
          {lines.map(({ at, path, done, action }) => (
            <li key={`${at} ${path} ${done}`} title={`${done}: ${path}`}>
              <Icon name={actionIcon(action)} className="ink-3" />
              <span className="side-item">
                <Truncate text={baseName(path)} />
                <span className="ink-3 cut">{done}</span>
              </span>
              <span className="ink-3">{format.when(at)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
