import { useDeferredValue, useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import { text } from '../../../text/setup.ts';
import { useText } from '../../../text/use-text.ts';
import { EmptyState } from '../../../ui/telling/empty-state.tsx';
import { format } from '../../../ui/words/format.ts';
import { Gap } from '../../../ui/layout/page-head.tsx';
import { SearchField } from '../../../ui/inputs/search-field.tsx';
import { COLUMN_GAP, type Column, type Sort } from '../../../ui/table/columns.ts';
import { VirtualTable } from '../../../ui/table/virtual-table.tsx';
import { drawn } from '../../../ui/look/text-size.ts';
import {
  PreviewBar,
  PreviewLoading,
  PreviewNote,
  PreviewTrouble,
  type ViewProps,
} from '../preview-parts.tsx';
import type { CsvColumn, CsvFacts, CsvRow, CsvView as HowSeen } from './csv-messages.ts';
import { useCsv } from './use-csv.ts';
import './csv.css';

const AS_IN_FILE: Sort = { by: 'line', descending: false };

/** A CSV file as a grid of any length. If its rows name timeseries, Space on one asks for its chart. */
export function CsvView({ file, where, series }: ViewProps): ReactNode {
  const t = useText();
  const [sort, setSort] = useState(AS_IN_FILE);
  const [filter, setFilter] = useState('');
  const wanted = useDeferredValue(filter);
  const view = useMemo<HowSeen>(
    () => ({ text: wanted, by: sort.by === 'line' ? null : Number(sort.by), descending: sort.descending }),
    [wanted, sort],
  );
  const csv = useCsv(file, view);
  const facts = csv.state === 'ready' ? csv.facts : null;
  const columns = useMemo(() => (facts === null ? [] : columnsOf(facts)), [facts]);
  if (csv.state === 'failed') return <PreviewTrouble failure={csv.failure} />;
  if (csv.state === 'loading')
    return <PreviewLoading words={t('preview.opening')} done={csv.done} total={file.size} />;
  const at = series === undefined ? -1 : csv.facts.columns.findIndex(({ name }) => name === series.column);
  const chart = (row: CsvRow): void => {
    const id = row.cells[at]?.trim() ?? '';
    if (id !== '') series?.onChart(id);
  };
  return (
    <>
      {where === 'full' && (
        <PreviewBar label={t('preview.tools')}>
          <span className="t-small ink-2 num">
            {t('preview.csv.rows', { count: csv.source.count })}
            {csv.source.count < csv.facts.rows && ` ${t('preview.csv.of', { count: csv.facts.rows })}`}
            {' · '}
            {t('preview.csv.columns', { count: csv.facts.width })}
          </span>
          {at >= 0 && <span className="t-small ink-3">{t('preview.csv.spaceCharts')}</span>}
          <Gap />
          <SearchField
            label={t('preview.csv.filter')}
            placeholder={t('preview.csv.filter')}
            value={filter}
            onChange={setFilter}
            size="s"
            width={200}
          />
        </PreviewBar>
      )}
      {csv.facts.title !== '' && (
        <p className="csv-title" title={csv.facts.title}>
          {csv.facts.title}
        </p>
      )}
      {csv.facts.width > csv.facts.columns.length && <PreviewNote>{wideWords(csv.facts)}</PreviewNote>}
      {csv.facts.brokenCount > 0 && <PreviewNote>{brokenWords(csv.facts)}</PreviewNote>}
      {csv.facts.oddCount > 0 && <PreviewNote>{oddWords(csv.facts)}</PreviewNote>}
      <div className="preview-stage csv-stage" style={widthOf(columns)}>
        <VirtualTable
          label={file.name}
          source={csv.source}
          columns={columns}
          rowHeight={28}
          sort={sort}
          onSortChange={setSort}
          empty={
            <EmptyState
              icon="table"
              title={t(filter === '' ? 'preview.csv.noRows' : 'preview.csv.noMatch')}
            />
          }
          {...(at < 0 ? {} : { onPreview: chart, onOpen: chart })}
        />
      </div>
    </>
  );
}

function oddWords({ oddCount, oddLines }: CsvFacts): string {
  return text('preview.csv.odd', { count: oddCount, lines: format.list(oddLines.slice(0, 5).map(String)) });
}

function brokenWords({ brokenCount, brokenLines }: CsvFacts): string {
  const lines = format.list(brokenLines.slice(0, 5).map(String));
  return text('preview.csv.broken', { count: brokenCount, lines });
}

function wideWords({ columns, width }: CsvFacts): string {
  return text('preview.csv.wide', { shown: columns.length, all: width });
}

const LINE_WIDTH = 64;
const LEAST = 72;
const MOST = 320;
const LETTER = 7.4;
/** At both ends of a row together, px. */
const PADDING = 36;

function columnsOf({ columns }: CsvFacts): readonly Column<CsvRow>[] {
  return [
    {
      id: 'line',
      label: text('preview.csv.line'),
      width: LINE_WIDTH,
      align: 'end',
      sortable: true,
      cell: ({ line }) => <span className="csv-line num">{line}</span>,
    },
    ...columns.map((column, at) => columnOf(column, at)),
  ];
}

function columnOf({ name, type, letters }: CsvColumn, at: number): Column<CsvRow> {
  const isNumber = type === 'number';
  return {
    id: String(at),
    label: name === '' ? text('preview.csv.unnamed', { number: at + 1 }) : name,
    width: Math.round(Math.min(MOST, Math.max(LEAST, letters * LETTER + 20))),
    align: isNumber ? 'end' : 'start',
    sortable: true,
    cell: ({ cells }) => (
      <span className={`cut csv-cell csv-${type}${isNumber ? ' num' : ''}`} title={cells[at] ?? ''}>
        {cells[at] ?? ''}
      </span>
    ),
  };
}

/** The width of all columns together, which each row gets, so that rows scroll sideways below their header. */
function widthOf(columns: readonly Column<CsvRow>[]): CSSProperties & { readonly '--csv-width': string } {
  const width = columns.reduce(
    (sum, { width }) => sum + (width === 'grow' ? 0 : width) + COLUMN_GAP,
    PADDING,
  );
  return { '--csv-width': drawn(width) };
}
