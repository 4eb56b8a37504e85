import { useMemo, useState, type ReactNode } from 'react';
import type { HealthFilter, HealthSummary } from '../../../shared/ipc/datamodel.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { useSite } from '../../state/use-site.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { FilterChips } from '../../ui/inputs/filter-chips.tsx';
import { formatBeside } from '../../ui/words/format.ts';
import { Gap } from '../../ui/layout/page-head.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { SkeletonRows } from '../../ui/telling/skeleton-rows.tsx';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { healthColumns } from './health-columns.tsx';
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

const FILTERS = [
  'trouble',
  'all',
  'data',
  'held',
  'silent',
  'unclear',
  'unknown',
  'duplicated',
  'unchecked',
] as const;
const EVERY_FILE = '';

function OpenSheet({ site, initial, onClose }: Omit<HealthSheetProps, 'isOpen'>): ReactNode {
  const t = useText();
  const [filter, setFilter] = useState(initial);
  const [file, setFile] = useState(EVERY_FILE);
  const about = useSite(site);
  const { summary, check, checking } = useHealthCheck(site);
  const { source, words } = useHealthPages(
    useMemo(() => ({ site, file: file === EVERY_FILE ? null : file, filter }), [site, file, filter]),
  );
  const zone = about?.timezone ?? null;
  const columns = useMemo(() => healthColumns(zone, words), [zone, words]);
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
