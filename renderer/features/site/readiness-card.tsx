import type { ReactNode } from 'react';
import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';
import { CATEGORIES, type Category } from '../../../shared/model/category.ts';
import { useAnswer } from '../../state/engine.tsx';
import { hrefOf } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { Card, CardHead } from '../../ui/layout/card.tsx';
import { format } from '../../ui/words/format.ts';
import { holdingOf, isUnlisted, knownCounts } from '../sites/site-facts.ts';
import { CategoryLine, notKept } from './category-line.tsx';
import { ReadinessLine } from './readiness-line.tsx';
import { ReadinessTake } from './readiness-take.tsx';
import { ReadinessHeadline, ReadinessSubtitle } from './readiness-words.tsx';

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
  const counts = categories === 'failed' ? null : knownCounts(site, categories);
  const holding = holdingOf(counts);
  const conflicts = useConflicts(site);
  return (
    <Card label={t('overview.readiness')}>
      <CardHead
        level={2}
        title={<ReadinessHeadline site={site} holding={holding} />}
        subtitle={<ReadinessSubtitle site={site} holding={holding} whyNot={whyNot} />}
        actions={<ReadinessTake site={site} counts={counts} />}
      />
      <div className="readiness">
        {counts === null
          ? CATEGORIES.map(({ id, label }) => <OpenLine key={id} label={label} />)
          : counts.map((count) => (
              <CategoryLine
                key={count.category}
                site={site}
                count={count}
                conflicts={conflicts.get(count.category) ?? NONE}
              />
            ))}
        {site.followed !== null && (
          <>
            <hr className="readiness-rule" />
            <ModelsLine site={site} />
          </>
        )}
      </div>
    </Card>
  );
}

const NONE: readonly never[] = [];

/** My side of each conflict, by category. */
function useConflicts({ id, conflicts }: SiteSummary): ReadonlyMap<Category, readonly string[]> {
  const outbox = useAnswer('outbox.get', { site: id }, { enabled: conflicts > 0 }).data;
  const found = Map.groupBy(conflicts > 0 ? (outbox?.conflicts ?? []) : [], ({ category }) => category);
  return new Map([...found].map(([category, some]) => [category, some.map(({ mine }) => mine.key)]));
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
function ModelsLine({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  const models = useAnswer('models.list', { site: site.id }).data;
  const label = t('overview.models');
  const href = hrefOf({ screen: 'site', site: site.id, tab: 'models' });
  // They are named by its files.
  if (models === undefined || (models.length === 0 && isUnlisted(site)))
    return <OpenLine label={label} href={href} />;
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
