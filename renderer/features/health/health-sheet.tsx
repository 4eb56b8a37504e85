import { useMemo, useState, type ReactNode } from 'react';
import type { HealthFilter, HealthRow, HealthSummary } from '../../../shared/ipc/datamodel.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { useAnswer } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { format, formatBeside } from '../../ui/format.ts';
import { Gap } from '../../ui/page-head.tsx';
import { Select } from '../../ui/select.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { MutedCell, MutedNameCell, NumberCell } from '../../ui/table/cells.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { TwoLineCell } from '../../ui/table/two-line-cell.tsx';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import type { TellingWord } from '../../ui/telling-words.ts';
import { Truncate } from '../../ui/truncate.tsx';
import { HealthMark } from './health-mark.tsx';
import { reasonOf } from './health-reason.ts';
import { useHealthExport } from './use-health-export.ts';
import { useHealthPages } from './use-health-pages.ts';
import { healthSum, useHealthCheck } from './use-health-check.ts';

interface HealthSheetProps {
  readonly site: string;
  readonly isOpen: boolean;
  /** What is shown first. */
  readonly initial: HealthFilter;
  readonly onClose: () => void;
}

/** Every point of a site with what is known of its data, and what is to be mended. */
export function HealthSheet({ isOpen, ...props }: HealthSheetProps): ReactNode {
  return isOpen ? <OpenSheet {...props} /> : null;
}

const FILTERS = ['trouble', 'all', 'data', 'silent', 'unknown', 'duplicated', 'unchecked'] as const;
const EVERY_FILE = '';
/** Letters at the end of a name: points of one kind differ there, as by their room. */
const KEPT = 6;

function OpenSheet({ site, initial, onClose }: Omit<HealthSheetProps, 'isOpen'>): ReactNode {
  const t = useText();
  const [filter, setFilter] = useState(initial);
  const [file, setFile] = useState(EVERY_FILE);
  const about = useAnswer('sites.list', null).data?.find(({ id }) => id === site);
  const { summary, check, checking } = useHealthCheck(site);
  const { source, words } = useHealthPages(
    useMemo(() => ({ site, file: file === EVERY_FILE ? null : file, filter }), [site, file, filter]),
  );
  const columns = useColumns(about?.timezone ?? null, words);
  const save = useHealthExport(site, about?.name ?? site);
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('datamodel.health')}
      subtitle={about?.name}
      filters={
        <>
          <Filters summary={summary} file={file} filter={filter} onChange={setFilter} />
          <Gap />
          <Files summary={summary} file={file} onChange={setFile} />
        </>
      }
      summary={checking ? t('datamodel.checking') : askedWords(summary, about?.timezone ?? null, t)}
      actions={
        <>
          <Button icon="download" isPending={save.busy} onPress={save.run}>
            {t('datamodel.exportTable')}
          </Button>
          <Button variant="primary" icon="sync" isPending={checking} onPress={check}>
            {t('datamodel.check')}
          </Button>
        </>
      }
    >
      {source === null ? (
        <SkeletonRows label={t('ui.loading')} rows={10} />
      ) : (
        <VirtualTable
          label={t('datamodel.health')}
          source={source}
          columns={columns}
          empty={
            filter === 'trouble' ? (
              <NothingToFix summary={summary} />
            ) : (
              <EmptyState icon="filter" title={t('datamodel.noneOfKind')} />
            )
          }
        />
      )}
    </Sheet>
  );
}

/** When the service was asked about all of them, or about how many it was not. */
function askedWords(
  summary: HealthSummary | null,
  zone: string | null,
  t: ReturnType<typeof useText>,
): string {
  if (summary === null) return t('datamodel.neverChecked');
  const { checkedAt } = summary;
  if (checkedAt !== null)
    return t('datamodel.checkedAt', { time: formatBeside(zone).here.whenSaid(checkedAt) });
  const { points, unchecked } = healthSum(summary);
  if (unchecked === points) return t('datamodel.neverChecked');
  // Charts told how some of them stand.
  return unchecked === 0 ? '' : t('datamodel.unchecked', { count: unchecked });
}

function NothingToFix({ summary }: { readonly summary: HealthSummary | null }): ReactNode {
  const t = useText();
  const unasked = summary === null ? 0 : healthSum(summary).unchecked;
  if (unasked > 0)
    return (
      <EmptyState icon="info" title={t('datamodel.nothingToFixYet')}>
        {t('datamodel.nothingToFixYetWhy', { count: unasked })}
      </EmptyState>
    );
  return (
    <EmptyState icon="ok" title={t('datamodel.nothingToFix')}>
      {t('datamodel.nothingToFixWhy')}
    </EmptyState>
  );
}

function Filters(props: {
  readonly summary: HealthSummary | null;
  readonly file: string;
  readonly filter: HealthFilter;
  readonly onChange: (filter: HealthFilter) => void;
}): ReactNode {
  const t = useText();
  const { summary, file, filter, onChange } = props;
  const files = summary?.files.filter((each) => file === EVERY_FILE || each.file === file) ?? [];
  const sum = healthSum({ files, checkedAt: null, checking: false });
  return (
    <FilterChips
      label={t('datamodel.show')}
      value={filter}
      onChange={onChange}
      options={FILTERS.map((value) => ({
        value,
        label: t(`datamodel.filterWord.${value}`),
        count: value === 'all' ? sum.points : sum[value],
      }))}
    />
  );
}

function Files(props: {
  readonly summary: HealthSummary | null;
  readonly file: string;
  readonly onChange: (file: string) => void;
}): ReactNode {
  const t = useText();
  const files = props.summary?.files ?? [];
  if (files.length < 2) return null;
  return (
    <Select
      look="button"
      label={t('datamodel.file')}
      value={props.file}
      onChange={props.onChange}
      options={[
        { value: EVERY_FILE, label: t('datamodel.everyFile') },
        ...files.map(({ file }) => ({ value: file, label: baseName(file) })),
      ]}
    />
  );
}

function useColumns(
  zone: string | null,
  words: ReadonlyMap<string, TellingWord>,
): readonly Column<HealthRow>[] {
  const t = useText();
  return useMemo(() => {
    const times = formatBeside(zone).there;
    return [
      {
        id: 'state',
        label: t('datamodel.state'),
        width: 190,
        cell: ({ health, repeated }) => (
          <>
            <HealthMark mark={health} />
            <span>{t(`datamodel.healthWord.${health}`)}</span>
            {repeated !== null && (
              <HealthMark mark="duplicated" label={t('datamodel.healthWord.duplicated')} />
            )}
          </>
        ),
      },
      {
        id: 'label',
        label: t('datamodel.point'),
        width: 'grow',
        minWidth: 160,
        cell: ({ label }) => <Truncate text={label} ending={KEPT} telling={words.get(label)} />,
        // In a narrow window the reason is what is left of all there is to know.
        without: {
          column: 'note',
          cell: (row) => (
            <TwoLineCell
              mark={null}
              name={row.label}
              ending={KEPT}
              telling={words.get(row.label)}
              detail={reasonOf(row, times)}
            />
          ),
        },
      },
      {
        id: 'id',
        label: t('datamodel.id'),
        width: 160,
        // After the reason, which has its place below the name: points that are called alike differ in their ids.
        giveWay: 4,
        cell: ({ id }) => <MutedNameCell name={id} ending={KEPT} />,
      },
      {
        id: 'last',
        label: t('datamodel.lastData'),
        width: 130,
        align: 'end',
        cell: ({ lastAt }) => <NumberCell>{times.when(lastAt)}</NumberCell>,
      },
      {
        id: 'file',
        label: t('datamodel.file'),
        width: 170,
        giveWay: 2,
        cell: ({ file, line }) => (
          <MutedNameCell name={baseName(file)} title={t('datamodel.lineOf', { file, line })} />
        ),
      },
      {
        id: 'line',
        label: t('datamodel.line'),
        width: 60,
        align: 'end',
        giveWay: 1,
        cell: ({ line }) => <NumberCell>{format.count(line)}</NumberCell>,
      },
      {
        id: 'note',
        label: t('datamodel.note'),
        width: 260,
        // After where it stands: that is looked up, this is why.
        giveWay: 3,
        cell: (row) => {
          const reason = reasonOf(row, times);
          return <MutedCell title={reason}>{reason}</MutedCell>;
        },
      },
    ];
  }, [t, zone, words]);
}
