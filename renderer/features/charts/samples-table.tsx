import { useMemo, type ReactNode } from 'react';
import { localIso } from '../../../shared/time/zone.ts';
import { useText } from '../../text/use-text.ts';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { NumberCell } from '../../ui/table/cells.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { rowsOf } from '../../ui/table/source.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import type { Range } from './time/range.ts';
import type { ChartLine } from './plot/line.ts';
import { sampleRows, type SampleRow } from './sample-rows.ts';

interface SamplesTableProps {
  readonly title: string;
  readonly lines: readonly ChartLine[];
  readonly range: Range;
  readonly zone: string;
}

/** The table behind a chart: every sample that it draws, to the last digit. */
export function SamplesTable({ title, lines, range, zone }: SamplesTableProps): ReactNode {
  const t = useText();
  const source = useMemo(
    () =>
      rowsOf(
        sampleRows(lines, range),
        ({ at }) => String(at),
        ({ at }) => localIso(at, zone),
      ),
    [lines, range, zone],
  );
  const columns = useMemo(() => columnsOf(lines, zone, t('charts.time')), [lines, zone, t]);
  const thinned = lines.some(({ data }) => data?.whole === false);
  return (
    <div className="chart-table">
      {thinned && <p className="chart-note">{t('charts.thinned')}</p>}
      <VirtualTable
        label={title}
        source={source}
        columns={columns}
        rowHeight={28}
        empty={<EmptyState icon="table" title={t('charts.noData')} />}
      />
    </div>
  );
}

function columnsOf(lines: readonly ChartLine[], zone: string, time: string): readonly Column<SampleRow>[] {
  return [
    {
      id: 'time',
      label: `${time} (${zone})`,
      width: 230,
      cell: ({ at }) => <span className="num">{localIso(at, zone).replace('T', ' ')}</span>,
    },
    ...lines.map((line, index): Column<SampleRow> => ({
      id: line.id,
      label: line.unit === null ? line.label : `${line.label} [${line.unit}]`,
      width: 'grow',
      minWidth: 150,
      align: 'end',
      cell: ({ values }) => {
        const value = values[index] ?? Number.NaN;
        return <NumberCell>{Number.isNaN(value) ? '' : String(value)}</NumberCell>;
      },
    })),
  ];
}
