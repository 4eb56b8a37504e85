import type { ReactNode } from 'react';
import { useText } from '../../../text/use-text.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { useDropDesk } from '../drop-context.ts';
import type { DropStage } from '../drop-desk.ts';
import type { Review } from './use-review.ts';

interface ReviewActionsProps {
  readonly review: Pick<Review, 'files' | 'sum'>;
  readonly comparing: Extract<DropStage, { kind: 'review' }>['comparing'];
  readonly onLeave: () => void;
}

export function ReviewActions({ review, comparing, onLeave }: ReviewActionsProps): ReactNode {
  const { files, sum } = review;
  const t = useText();
  const desk = useDropDesk();
  const add = (): void =>
    void desk.add(
      files
        .filter(({ state }) => state === 'add')
        .map(({ row, category, over, replaces }) => ({
          index: row.index,
          category,
          ...(replaces && over !== null ? { replaces: over.path } : {}),
        })),
    );
  return (
    <>
      <Button size="l" onPress={onLeave}>
        {t('drop.cancel')}
      </Button>
      <Button
        size="l"
        variant="primary"
        isDisabled={sum.files === 0}
        isPending={comparing !== null}
        onPress={add}
      >
        {sum.files === 0 ? t('drop.nothingToAdd') : t('drop.add', { count: sum.files })}
      </Button>
    </>
  );
}
