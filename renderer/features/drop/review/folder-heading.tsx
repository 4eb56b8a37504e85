import type { ReactNode } from 'react';
import type { CategoryId } from '../../../../shared/ipc/define.ts';
import { useText } from '../../../text/use-text.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { MenuButton } from '../../../ui/inputs/menu.tsx';
import { CheckCell } from '../../../ui/table/cells.tsx';
import { categoryItems } from './category-items.ts';
import type { ReviewFile } from './choices.ts';
import type { ReviewLine } from './review-lines.ts';

interface FolderHeadingProps {
  readonly line: Extract<ReviewLine, { kind: 'folder' }>;
  readonly onCategory: (files: readonly ReviewFile[], category: CategoryId) => void;
  readonly onTaken: (files: readonly ReviewFile[], take: boolean) => void;
}

/** A folder above its files: how many of them are added, and one category for all of them. */
export function FolderHeading({ line, onCategory, onTaken }: FolderHeadingProps): ReactNode {
  const t = useText();
  const { files } = line;
  const name = line.folder === '' ? t('drop.loose') : line.shownAs.replaceAll('/', ' / ');
  const possible = files.filter(({ state }) => state !== 'refused');
  const taken = possible.filter(({ state }) => state === 'add').length;
  return (
    <>
      <CheckCell
        label={t('drop.takeFolder', { folder: name })}
        isChecked={taken === 0 ? false : taken === possible.length ? true : 'mixed'}
        isDisabled={possible.length === 0}
        onChange={(take) => onTaken(possible, take)}
      />
      <span className="cut review-folder" title={line.folder}>
        {name}
      </span>
      <span className="review-of num">{t('drop.ofFiles', { taken, all: files.length })}</span>
      <span className="grow" />
      <MenuButton
        label={t('drop.setAllOf', { folder: name })}
        trigger={
          <Button
            variant="ghost"
            size="s"
            menu
            excludeFromTabOrder
            label={t('drop.setAllOf', { folder: name })}
          >
            {t('drop.setAll')}
          </Button>
        }
        items={categoryItems((category) => onCategory(files, category))}
      />
    </>
  );
}
