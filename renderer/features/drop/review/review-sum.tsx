import type { ReactNode } from 'react';
import { useLastRate } from '../../../state/engine.tsx';
import { useText } from '../../../text/use-text.ts';
import { format } from '../../../ui/words/format.ts';
import { StackedMeter } from '../../../ui/telling/meter.tsx';
import type { ReviewSum as Sum } from './choices.ts';

interface ReviewSumProps {
  readonly sum: Sum;
  readonly comparing: { readonly done: number; readonly of: number } | null;
}

/** What will be copied, by category, and how long the upload will take. */
export function ReviewSum({ sum, comparing }: ReviewSumProps): ReactNode {
  const t = useText();
  const rate = useLastRate();
  const largest = sum.byCategory.toSorted((a, b) => b.bytes - a.bytes);
  const size = format.bytes(sum.bytes);
  return (
    <div className="review-sum">
      {sum.bytes > 0 && (
        <StackedMeter
          label={t('drop.mix')}
          parts={largest.map(({ category, bytes }) => ({
            label: t(`ui.categoryShort.${category}`),
            value: bytes,
            detail: format.bytes(bytes),
          }))}
        />
      )}
      <span className="grow" />
      {(comparing !== null || sum.files > 0) && (
        <p className="review-sum-words">
          {comparing !== null && <span role="status">{t('drop.comparing', comparing)}</span>}
          {comparing === null &&
            (rate === null
              ? t('drop.sumOnly', { size })
              : t('drop.sum', { size, time: format.duration(sum.bytes / rate) }))}
          <br />
          {sum.replaced > 0 ? t('drop.sumReplaced', { count: sum.replaced }) : t('drop.offline')}
        </p>
      )}
    </div>
  );
}
