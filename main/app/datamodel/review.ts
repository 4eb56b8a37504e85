import { numberText } from '../../../shared/counted.ts';
import type { Failure } from '../../../shared/failure.ts';
import { baseName, type RelPath } from '../../../shared/model/rel-path.ts';
import { changesOf, isChanged, type Changes } from '../../datamodel/changes.ts';
import type { Review } from '../../sync/context.ts';
import type { DatamodelParts } from './parts.ts';

/**
 * Holds a changed datamodel back until the person has seen which points come, go and get other names. One whose points stay
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
  return counts.added + counts.removed + counts.renamed > 0;
}

function seeFirst(path: RelPath, { counts, breaks }: Changes): Failure {
  const parts = [
    words(counts.added, 'new'),
    words(counts.removed, 'gone'),
    words(counts.renamed, 'renamed'),
  ].filter((part) => part !== '');
  const broken = breaks.length === 0 ? '' : ` Saved views that lose a series: ${breaks.join(', ')}.`;
  return {
    code: 'not-confirmed',
    message: `${baseName(path)} changes its points: ${parts.join(', ')}.${broken}`,
    hint: 'Look at the difference in the outbox, then send it from there.',
    retry: 'on-change',
  };
}

function words(count: number, what: string): string {
  return count === 0 ? '' : `${numberText(count)} ${what}`;
}
