import type { ReactNode } from 'react';
import { useText } from '../../../text/use-text.ts';
import { LinkButton } from '../../../ui/inputs/button.tsx';
import { Icon } from '../../../ui/icons/icons.tsx';
import { countOver, type ReviewFile } from './choices.ts';

interface NamesNoteProps {
  readonly files: readonly ReviewFile[];
  readonly onReplaced: (files: readonly ReviewFile[], replace: boolean) => void;
}

/** One choice for all files if several names are taken. If it is only one, its row says so. */
export function NamesNote({ files, onReplaced }: NamesNoteProps): ReactNode {
  const t = useText();
  const { places: count, replaced } = countOver(files);
  if (count < 2) return null;
  return (
    <div className="review-skipped review-names t-small">
      <Icon name={replaced === 0 ? 'edit' : 'trash'} />
      <span className="grow" role="status">
        {replaced === 0 ? t('drop.namesKept', { count }) : t('drop.namesReplaced', { count, replaced })}
      </span>
      {/* The same button for both, so that it keeps the focus. */}
      <LinkButton onPress={() => onReplaced(files, replaced < count)}>
        {replaced < count ? t('drop.replaceAll') : t('drop.keepBoth')}
      </LinkButton>
    </div>
  );
}
