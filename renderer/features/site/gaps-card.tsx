import { useMemo, useState, type ReactNode } from 'react';
import { CATEGORIES, categoryLabel } from '../../../shared/model/category.ts';
import { useAnswer } from '../../state/engine.tsx';
import { hrefOf } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Card, CardHead } from '../../ui/layout/card.tsx';
import { format } from '../../ui/words/format.ts';
import { tellingWords, type TellingWord } from '../../text/telling-words.ts';
import { Truncate } from '../../ui/words/truncate.tsx';
import { VisuallyHidden } from '../../ui/telling/visually-hidden.tsx';
import { csvBlob, saveFile } from '../../ui/browser/save-file.ts';
import type { Measured } from '../sites/use-measured.ts';
import { isUnlisted } from '../sites/site-facts.ts';
import { gapRows, gapsCsv, sumGaps, type GapRow } from './gaps.ts';

/** As many rows as one sees at a glance; a button shows the rest. */
const SHOWN = 7;

interface GapsCardProps {
  readonly here: string;
  readonly measured: Measured;
}

/** Sites × categories: what a handover still lacks. */
export function GapsCard({ here, measured }: GapsCardProps): ReactNode {
  const t = useText();
  const sites = useAnswer('sites.list', null).data;
  const [isWhole, setWhole] = useState(false);
  const rows = useMemo(
    () =>
      gapRows(sites ?? [], here, (site) => {
        // Before the service told of its files, a category without one is not known to lack any.
        const counts = isUnlisted(site) ? null : measured.of(site);
        return counts === 'failed' ? null : counts;
      }),
    [sites, here, measured],
  );
  // This site is not counted yet. What will be said of it has its space from the start, so that no row moves.
  const [isOpen] = useState(rows[0]?.files === null);
  const telling = useMemo(() => tellingWords(rows.map(({ site }) => site.name)), [rows]);
  return (
    <Card label={t('overview.gapsTitle')}>
      <CardHead
        level={2}
        title={t('overview.gapsTitle')}
        subtitle={
          <div className={isOpen ? 'gaps-room' : ''}>
            <GapWords rows={rows} />
          </div>
        }
        actions={
          <>
            {rows.some(({ site, files }) => files === null && !isUnlisted(site)) && (
              <Button
                size="s"
                icon="sync"
                isPending={measured.busy}
                onPress={() => measured.measureNow(sites ?? [])}
              >
                {t('overview.countAll')}
              </Button>
            )}
            <Button
              size="s"
              icon="download"
              onPress={() => saveFile(t('overview.exportName'), csvBlob([gapsCsv(rows)]))}
            >
              {t('overview.export')}
            </Button>
            {rows.length > SHOWN && (
              <Button size="s" onPress={() => setWhole(!isWhole)}>
                {isWhole ? t('overview.fewer') : t('overview.allSites', { count: rows.length })}
              </Button>
            )}
          </>
        }
      />
      <GapsTable rows={isWhole ? rows : rows.slice(0, SHOWN)} telling={telling} here={here} />
    </Card>
  );
}

interface GapsTableProps {
  readonly rows: readonly GapRow[];
  /** Computed with the rows that are hidden, so that it does not change when they are shown. */
  readonly telling: ReadonlyMap<string, TellingWord>;
  readonly here: string;
}

function GapsTable({ rows, telling, here }: GapsTableProps): ReactNode {
  const t = useText();
  return (
    <table className="gaps num" aria-label={t('overview.gapsTitle')}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{t('overview.site')}</VisuallyHidden>
          </th>
          {CATEGORIES.map(({ id, label }) => (
            <th key={id} scope="col" title={label} aria-label={label}>
              {t(`overview.gapsHead.${id}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.site.id}
            row={row}
            telling={telling.get(row.site.name)}
            isHere={row.site.id === here}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly row: GapRow;
  readonly telling: TellingWord | undefined;
  readonly isHere: boolean;
}

function Row({ row, telling, isHere }: RowProps): ReactNode {
  const t = useText();
  const name = <Truncate text={row.site.name} ending="word" telling={telling} />;
  return (
    <tr className={isHere ? 'gaps-here' : ''}>
      <th scope="row">
        {isHere ? (
          name
        ) : (
          <a className="readiness-link" href={hrefOf({ screen: 'site', site: row.site.id })}>
            {name}
          </a>
        )}
      </th>
      {CATEGORIES.map(({ id }, at) => {
        const files = row.files?.[at];
        if (files === undefined) return <td key={id}>–</td>;
        return files === 0 ? (
          <td key={id} className="gaps-none">
            {t('overview.none')}
          </td>
        ) : (
          <td key={id}>{format.count(files)}</td>
        );
      })}
    </tr>
  );
}

function GapWords({ rows }: { readonly rows: readonly GapRow[] }): ReactNode {
  const t = useText();
  const [own] = rows;
  const { sites, gaps, unknown, others } = sumGaps(rows);
  const lacking = own?.gaps ?? [];
  const counted = rows.length - unknown;
  const othersWords = (): string | null => {
    if (unknown === 0)
      return sites === 0
        ? t('overview.noGaps')
        : t('overview.others', { count: sites, all: rows.length, gaps });
    if (others === 0) return null;
    return sites > 0
      ? t('overview.othersCounted', { count: sites, all: counted, gaps })
      : t('overview.noGapsCounted');
  };
  const words = [
    own?.files === null
      ? null
      : lacking.length === 0
        ? t('overview.whole')
        : t('overview.lacks', {
            count: lacking.length,
            categories: format.listOr(lacking.map((id) => categoryLabel(id))),
          }),
    // Sites that were not counted come first, since the rest speaks only of the counted ones.
    unknown === 0 ? null : t('overview.unknown', { count: unknown, all: rows.length }),
    othersWords(),
  ];
  return words.filter((each) => each !== null).join(' ');
}
