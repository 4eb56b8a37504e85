import type { ReactNode } from 'react';
import type { CategoryId } from '../../../../shared/ipc/define.ts';
import { baseName } from '../../../../shared/model/rel-path.ts';
import { text } from '../../../text/setup.ts';
import { useText } from '../../../text/use-text.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { format } from '../../../ui/words/format.ts';
import { ContextMenu, MenuButton, type MenuEntry } from '../../../ui/inputs/menu.tsx';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { categoryItems } from './category-items.ts';
import { countOver, type ReviewFile } from './choices.ts';

/** What a person decides about files of a drop. */
export interface Deciding {
  readonly setCategory: (files: readonly ReviewFile[], category: CategoryId) => void;
  readonly setTaken: (files: readonly ReviewFile[], take: boolean) => void;
  readonly setReplaced: (files: readonly ReviewFile[], replace: boolean) => void;
}

interface ReviewSelectionProps extends Deciding {
  /** At least one. */
  readonly files: readonly ReviewFile[];
  readonly onClear: () => void;
}

export function ReviewSelection({ files, onClear, ...deciding }: ReviewSelectionProps): ReactNode {
  const t = useText();
  const { setCategory, setTaken, setReplaced } = deciding;
  const { places, replaced } = countOver(files);
  const count = places - replaced;
  return (
    <SelectionBar
      summary={t('drop.selected', {
        count: files.length,
        size: format.bytes(files.reduce((sum, { row }) => sum + row.size, 0)),
      })}
      onClear={onClear}
    >
      <MenuButton
        label={t('drop.setCategory')}
        trigger={
          <Button variant="ghost" icon="layers" menu>
            {t('drop.setCategory')}
          </Button>
        }
        items={categoryItems((category) => setCategory(files, category))}
      />
      <Button variant="ghost" icon="plus" onPress={() => setTaken(files, true)}>
        {t('drop.take')}
      </Button>
      <Button variant="ghost" icon="minus" onPress={() => setTaken(files, false)}>
        {t('drop.leave')}
      </Button>
      {places > 0 && (
        <Button
          variant="ghost"
          icon={count > 0 ? 'redo' : 'both'}
          label={count > 0 ? replaceWords(files, count) : t('drop.keepBoth')}
          onPress={() => setReplaced(files, count > 0)}
        >
          {count > 0 ? t('drop.replace') : t('drop.keepBoth')}
        </Button>
      )}
    </SelectionBar>
  );
}

/** An open menu: for which files, and where on the page. */
export interface OpenMenu {
  readonly files: readonly ReviewFile[];
  readonly at: { readonly x: number; readonly y: number };
}

interface ReviewMenuProps extends Deciding {
  readonly menu: OpenMenu | null;
  readonly onClose: () => void;
}

/** The same choices in the menu of a row. */
export function ReviewMenu({
  menu,
  onClose,
  setCategory,
  setTaken,
  setReplaced,
}: ReviewMenuProps): ReactNode {
  const t = useText();
  const files = menu?.files ?? [];
  const { places, replaced } = countOver(files);
  return (
    <ContextMenu
      label={t('drop.setCategory')}
      at={menu?.at ?? null}
      onClose={onClose}
      items={[
        { heading: t('drop.setCategory') },
        ...categoryItems((category) => setCategory(files, category)),
        'line',
        { id: 'take', label: t('drop.take'), icon: 'plus', onAction: () => setTaken(files, true) },
        { id: 'leave', label: t('drop.leave'), icon: 'minus', onAction: () => setTaken(files, false) },
        ...whether(replaced < places, {
          id: 'replace',
          label: replaceWords(files, places - replaced),
          icon: 'redo',
          onAction: () => setReplaced(files, true),
        }),
        ...whether(replaced > 0, {
          id: 'both',
          label: t('drop.keepBoth'),
          icon: 'both',
          onAction: () => setReplaced(files, false),
        }),
      ]}
    />
  );
}

/** Names the file if it is only one. `count`: how many would be replaced. */
function replaceWords(files: readonly ReviewFile[], count: number): string {
  const [one, ...others] = files.flatMap(({ over, replaces }) => (over === null || replaces ? [] : [over]));
  return one !== undefined && others.length === 0
    ? text('drop.replaceFile', { name: baseName(one.path) })
    : text('drop.replaceFiles', { count });
}

function whether(is: boolean, entry: MenuEntry): readonly MenuEntry[] {
  return is ? [entry] : [];
}
