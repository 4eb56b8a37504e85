import { useMemo, type ReactNode } from 'react';
import type { ActivityLine } from '../../../shared/ipc/files.ts';
import { baseName, folderOf } from '../../../shared/model/rel-path.ts';
import { useAnswer } from '../../state/engine.tsx';
import { useSite } from '../../state/use-site.ts';
import { go } from '../../state/route.ts';
import { text } from '../../text/setup.ts';
import { useText } from '../../text/use-text.ts';
import { actionIcon } from '../../ui/icons/action-icon.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { format } from '../../ui/words/format.ts';
import { MutedNameCell, NumberCell } from '../../ui/table/cells.tsx';
import { TwoLineCell } from '../../ui/table/two-line-cell.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { rowsOf } from '../../ui/table/source.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { useSaidCount } from '../../state/use-said-count.ts';
import { KeepSite } from '../sites/keep-site.tsx';
import './activity.css';

/** Lines that are looked at; older ones are found by their path. */
const LIMIT = 1000;

interface Line {
  readonly line: ActivityLine;
  readonly key: string;
  readonly siteName: string;
}

interface ActivityListProps {
  /** Null: all of them, each line names its own. */
  readonly site: string | null;
  /** Letters of a path; empty: all of them. */
  readonly filter: string;
  readonly onClear: () => void;
}

/** What was done, newest first, each line with its reason; Enter leads to the file. */
export function ActivityList({ site, filter, onClear }: ActivityListProps): ReactNode {
  const t = useText();
  const lines = useAnswer('activity.list', { site, limit: LIMIT, text: filter }).data;
  useSaidCount(filter, lines?.length ?? null);
  const sites = useAnswer('sites.list', null).data;
  const source = useMemo(() => {
    const names = new Map(sites?.map(({ id, name }) => [id, name]));
    const rows = (lines ?? []).map((line, index, all): Line => ({
      line,
      // Counted from the oldest, which stays as others come.
      key: `${line.at} ${line.path} ${all.length - index}`,
      siteName: names.get(line.site) ?? line.site,
    }));
    return rowsOf(rows, keyOf, ({ line }) => baseName(line.path));
  }, [lines, sites]);
  const columns = useMemo(() => COLUMNS.filter(({ id }) => site === null || id !== 'site'), [site]);
  const isCut = lines?.length === LIMIT;
  return (
    <div className="activity">
      <VirtualTable
        label={t('activity.title')}
        source={source}
        columns={columns}
        rowHeight={48}
        onOpen={({ line }) => {
          if (line.key !== null)
            go({ screen: 'site', site: line.site, tab: 'files', params: { file: line.key } });
        }}
        empty={lines !== undefined && <Nothing site={site} onClear={filter === '' ? undefined : onClear} />}
      />
      {isCut && <p className="activity-end">{t('activity.end', { count: LIMIT })}</p>}
    </div>
  );
}

interface NothingProps {
  readonly site: string | null;
  readonly onClear: (() => void) | undefined;
}

function Nothing({ site, onClear }: NothingProps): ReactNode {
  const t = useText();
  const about = useSite(site);
  if (onClear !== undefined)
    return (
      <EmptyState
        icon="filter"
        title={t('activity.hidden')}
        action={<Button onPress={onClear}>{t('activity.clear')}</Button>}
      />
    );
  if (about?.followed === null)
    return (
      <EmptyState icon="cloud" title={t('files.notKept')} action={<KeepSite site={about.id} />}>
        {t('activity.notKeptWhy')}
      </EmptyState>
    );
  return (
    <EmptyState icon="activity" title={t('activity.none')}>
      {t('activity.noneWhy')}
    </EmptyState>
  );
}

interface FileCellProps {
  readonly line: ActivityLine;
  /** Below the name. */
  readonly detail: string;
  readonly amount?: string;
}

function FileCell({ line, detail, amount }: FileCellProps): ReactNode {
  return (
    <TwoLineCell
      mark={<Icon name={actionIcon(line.action)} className="ink-3" />}
      name={baseName(line.path)}
      detail={detail}
      amount={amount}
    />
  );
}

const whatAndWhy = ({ done, why }: ActivityLine): string => `${done} · ${why}`;

const keyOf = ({ key }: Line): string => key;

const COLUMNS: readonly Column<Line>[] = [
  {
    id: 'file',
    label: text('activity.file'),
    width: 'grow',
    minWidth: 200,
    cell: ({ line }) => <FileCell line={line} detail={folderOf(line.path)} />,
    without: [
      {
        column: 'when',
        cell: ({ line }) => (
          <FileCell line={line} detail={folderOf(line.path)} amount={format.when(line.at)} />
        ),
      },
      // Beside what was done, a name has no room for more than its ending there.
      {
        column: 'what',
        cell: ({ line }) => <FileCell line={line} detail={whatAndWhy(line)} amount={format.when(line.at)} />,
      },
    ],
  },
  {
    id: 'what',
    label: text('activity.what'),
    width: 264,
    share: 0.5,
    giveWay: 4,
    cell: ({ line }) => (
      <span className="cell-two-words" title={whatAndWhy(line)}>
        <span className="cut">{line.done}</span>
        <span className="t-small ink-2 cut">{line.why}</span>
      </span>
    ),
  },
  {
    id: 'site',
    label: text('activity.site'),
    width: 170,
    share: 0.5,
    giveWay: 2,
    cell: ({ siteName }) => <MutedNameCell name={siteName} ending="word" />,
  },
  {
    id: 'size',
    label: text('activity.size'),
    width: 72,
    giveWay: 1,
    align: 'end',
    cell: ({ line }) => <NumberCell>{line.bytes === 0 ? '' : format.bytes(line.bytes)}</NumberCell>,
  },
  {
    id: 'when',
    label: text('activity.when'),
    width: 84,
    giveWay: 3,
    align: 'end',
    cell: ({ line }) => (
      <NumberCell>
        <span title={format.dateTime(line.at)}>{format.when(line.at)}</span>
      </NumberCell>
    ),
  },
];
