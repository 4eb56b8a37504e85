import type { ReactNode } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { hrefOf } from '../../state/route.ts';
import { troublesOf } from '../../state/troubles.ts';
import { text } from '../../text/setup.ts';
import { format, formatIn } from '../../ui/words/format.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { Meter } from '../../ui/telling/meter.tsx';
import { SitePhoto } from '../../ui/layout/site-photo.tsx';
import { MutedCell, NumberCell, ToolCell } from '../../ui/table/cells.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Truncate } from '../../ui/words/truncate.tsx';
import { useConditionLook } from './condition-look.ts';
import { conditionOf, knownHolding, organizationName } from './site-facts.ts';
import type { SiteGroup, SiteSort } from './site-list.ts';

export type SiteLine =
  | { readonly kind: 'group'; readonly group: SiteGroup }
  | { readonly kind: 'site'; readonly site: SiteSummary };

interface SiteColumnFacts {
  readonly now: number;
  /** Some site's organization has a name. */
  readonly hasOrganizations: boolean;
  /** Of one site. */
  readonly mostIssues: number;
  readonly photoOf: (site: SiteSummary) => string | null;
  readonly add: (site: SiteSummary) => void;
  readonly keep: (site: SiteSummary) => void;
}

/** From here on a number of issues needs more room than the head of its column. */
const MANY = 1000;

type ColumnId = SiteSort | 'issues' | 'tools';

/** In their order: which site and how it stands, where it is, what of it is here, and what can be done with it. */
export function siteColumns(facts: SiteColumnFacts): readonly Column<SiteLine>[] {
  return [...nameColumns(facts), ...placeColumns(facts), ...holdingColumns(facts), toolsColumn(facts)];
}

const END = { align: 'end' } as const;

function column(
  id: ColumnId,
  label: string,
  width: number | 'grow',
  cell: (site: SiteSummary) => ReactNode,
  more: Partial<Column<SiteLine>> = {},
): Column<SiteLine> {
  return {
    id,
    label,
    width,
    sortable: true,
    // Headings have no cells, so every cell is a site's.
    cell: (line) => (line.kind === 'site' ? cell(line.site) : null),
    ...more,
  };
}

function nameColumns({ photoOf }: Pick<SiteColumnFacts, 'photoOf'>): readonly Column<SiteLine>[] {
  return [
    column('name', text('sites.columns.name'), 'grow', (site) => (
      <>
        <SitePhoto src={photoOf(site)} size={20} offline={site.followed === null} />
        <a className="site-name" href={hrefOf({ screen: 'site', site: site.id })} tabIndex={-1}>
          <Truncate text={site.name} ending="word" />
        </a>
      </>
    )),
    column('attention', text('sites.columns.state'), 118, (site) => <StateCell site={site} />),
  ];
}

function placeColumns({
  now,
  hasOrganizations,
}: Pick<SiteColumnFacts, 'now' | 'hasOrganizations'>): readonly Column<SiteLine>[] {
  const organization = column(
    'organization',
    text('sites.columns.organization'),
    80,
    (site) => <MutedCell title={site.organization ?? ''}>{organizationName(site)}</MutedCell>,
    { giveWay: 1 },
  );
  return [
    column(
      'city',
      text('sites.columns.city'),
      96,
      ({ city }) => <MutedCell title={city ?? ''}>{city ?? '–'}</MutedCell>,
      { giveWay: 4, tells: (line) => line.kind === 'site' && line.site.city !== null },
    ),
    ...(hasOrganizations ? [organization] : []),
    column(
      'time',
      text('sites.columns.time'),
      68,
      ({ timezone }) => <NumberCell>{timezone === null ? '–' : formatIn(timezone).time(now)}</NumberCell>,
      { ...END, giveWay: 3 },
    ),
  ];
}

function holdingColumns({ mostIssues }: Pick<SiteColumnFacts, 'mostIssues'>): readonly Column<SiteLine>[] {
  return [
    column('here', text('sites.columns.here'), 130, (site) => <HereCell site={site} />, {
      ...END,
      giveWay: 6,
    }),
    column('pending', text('sites.columns.pending'), 60, ({ pending }) => <CountCell count={pending} />, {
      ...END,
      giveWay: 5,
    }),
    column(
      'issues',
      text('sites.columns.issues'),
      mostIssues < MANY ? 50 : 74,
      (site) => <CountCell count={troublesOf(site)} bad />,
      // Its state says whether there are any.
      { ...END, sortable: false, giveWay: 8 },
    ),
    column(
      'synced',
      text('sites.columns.synced'),
      76,
      ({ syncedAt }) => <NumberCell>{format.when(syncedAt)}</NumberCell>,
      { ...END, giveWay: 2 },
    ),
  ];
}

/** What is to be done with a site has no other place in its row: it stays, at last as its icon alone. */
function toolsColumn({ add, keep }: Pick<SiteColumnFacts, 'add' | 'keep'>): Column<SiteLine> {
  const cell = (site: SiteSummary, words?: string): ReactNode =>
    site.followed === null ? (
      <ToolCell icon="laptop" label={`${text('sites.keepHere')}: ${site.name}`} onPress={() => keep(site)}>
        {words}
      </ToolCell>
    ) : (
      <ToolCell icon="plus" label={`${text('sites.addFiles')}: ${site.name}`} onPress={() => add(site)} />
    );
  return column('tools', '', 100, (site) => cell(site, text('sites.keepHere')), {
    ...END,
    sortable: false,
    brief: { giveWay: 7, width: 24, cell: (line) => (line.kind === 'site' ? cell(line.site) : null) },
  });
}

function StateCell({ site }: { readonly site: SiteSummary }): ReactNode {
  const condition = conditionOf(site);
  const { word, icon } = useConditionLook()(condition);
  const isPausedToo = condition !== 'paused' && site.followed?.paused === true;
  const tone = { issues: 'tone-bad', trouble: 'tone-warn', ready: 'tone-ok' }[condition as string] ?? 'ink-3';
  return (
    <span className="site-word" title={site.trouble ?? ''}>
      <Icon name={icon} className={tone} />
      <span className="cut">{isPausedToo ? text('sites.issuesPaused') : word}</span>
    </span>
  );
}

/** How much is here, with a meter while something is missing. */
function HereCell({ site }: { readonly site: SiteSummary }): ReactNode {
  const holding = knownHolding(site, site.categories);
  // For a site that is not kept the service says how much it has; nothing of that is here.
  if (holding === null || site.followed === null) return <NumberCell>–</NumberCell>;
  const { files, here, bytes, bytesHere } = holding;
  if (here >= files) return <NumberCell>{format.bytes(bytesHere)}</NumberCell>;
  const amount = format.bytesOf(bytesHere, bytes);
  return (
    <span className="site-here">
      <NumberCell>{amount}</NumberCell>
      <Meter label={amount} value={bytes === 0 ? here / files : bytesHere / bytes} />
    </span>
  );
}

function CountCell({ count, bad = false }: { readonly count: number; readonly bad?: boolean }): ReactNode {
  if (count === 0) return <NumberCell>–</NumberCell>;
  return (
    <span className={bad ? 'site-count tone-bad num' : 'site-count num'}>
      {bad && <Icon name="warn" size={14} />}
      {format.count(count)}
    </span>
  );
}
