import type { ReactNode } from 'react';
import type { DropReview } from '../../../../shared/ipc/drop.ts';
import { useText } from '../../../text/use-text.ts';
import { LinkButton } from '../../../ui/inputs/button.tsx';
import { Icon } from '../../../ui/icons/icons.tsx';
import { format } from '../../../ui/words/format.ts';
import type { ReviewFile } from './choices.ts';

interface TwinsNoteProps {
  readonly files: readonly ReviewFile[];
  readonly onTaken: (files: readonly ReviewFile[], take: boolean) => void;
}

/**
 * One choice for all files whose bytes an earlier file of the drop has too. They are added unless a person says otherwise:
 * the same sheet may belong into several folders.
 */
export function TwinsNote({ files, onTaken }: TwinsNoteProps): ReactNode {
  const t = useText();
  const twins = files.filter(({ row, state }) => row.twinOf !== null && state !== 'refused');
  const count = twins.length;
  if (count === 0) return null;
  const left = twins.filter(({ state }) => state === 'left-out').length;
  return (
    <div className="review-skipped review-names t-small">
      <Icon name="copy" />
      <span className="grow" role="status">
        {left === 0 ? t('drop.twins', { count }) : t('drop.twinsLeft', { count, left })}
      </span>
      {/* The same button for both, so that it keeps the focus. */}
      <LinkButton onPress={() => onTaken(twins, left === count)}>
        {left < count ? t('drop.leaveTwins') : t('drop.takeTwins')}
      </LinkButton>
    </div>
  );
}

/** Nobody must take large files for different ones only because they were not compared. */
export function UncomparedNote({ uncompared }: Pick<DropReview, 'uncompared'>): ReactNode {
  const t = useText();
  const { files: count, bytes } = uncompared;
  if (count === 0) return null;
  return (
    <div className="review-skipped t-small">
      <Icon name="info" />
      <span className="grow">{t('drop.uncompared', { count, size: format.bytes(bytes) })}</span>
    </div>
  );
}
