import { numberText } from '../../../shared/counted.ts';
import type { Failure } from '../../../shared/failure.ts';
import { baseName, type RelPath } from '../../../shared/model/rel-path.ts';
import { changesOf, isChanged, type Changes } from '../../datamodel/changes.ts';
import type { Review } from '../../sync/context.ts';
import type { DatamodelParts } from './parts.ts';

/**
 * Holds a changed datamodel back until the person has seen which points come, go and get other names or units. One whose points stay
 * as they are goes by itself, and so does one that cannot be compared.
 */
export function datamodelReview(parts: Omit<DatamodelParts, 'series' | 'datamodels'>): Review {
  return async ({ site, service, signal }, { path, category, content }) => {
    if (category !== 'kg-csv' || !content) return null;
    const model = await parts.datamodelCache.readOne(site.id, path, signal);
    const hash = model?.report?.hash;
    if (model === null || hash === undefined || !isChanged(model)) return null;
    if (parts.approvals.has(site.id, hash)) return null;
    const changes = await changesOf(parts, site.id, model, service, signal);
    return changes !== null && changesAnything(changes) ? seeFirst(path, changes) : null;
  };
}

export function changesAnything({ counts }: Changes): boolean {
  return counts.added + counts.removed + counts.renamed + counts.altered > 0;
}

/** Points whose other units are told in a sentence; the difference names more. */
const UNITS_TOLD = 3;

function seeFirst(path: RelPath, { counts, breaks, altered }: Changes): Failure {
  const parts = [
    words(counts.added, 'new'),
    words(counts.removed, 'gone'),
    words(counts.renamed, 'renamed'),
    words(counts.altered, 'with another unit, class or equipment'),
  ].filter((part) => part !== '');
  const broken = breaks.length === 0 ? '' : ` Saved views that lose a series: ${breaks.join(', ')}.`;
  return {
    code: 'not-confirmed',
    message: `${baseName(path)} changes its points: ${parts.join(', ')}.${unitWords(altered)}${broken}`,
    hint: 'Look at the difference in the outbox, then send it from there.',
    retry: 'on-change',
  };
}

/** A value in another unit reads as another value: those are told by name. */
function unitWords(altered: Changes['altered']): string {
  const units = altered.flatMap(({ label, facts }) =>
    facts
      .filter(({ fact }) => fact === 'unit')
      .map(({ was, is }) => `${label} from ${was ?? 'no unit'} to ${is ?? 'no unit'}`),
  );
  if (units.length === 0) return '';
  const more = units.length > UNITS_TOLD ? ' and more' : '';
  return ` Units: ${units.slice(0, UNITS_TOLD).join(', ')}${more}.`;
}

function words(count: number, what: string): string {
  return count === 0 ? '' : `${numberText(count)} ${what}`;
}
