import type { CategoryId } from '../../../../shared/ipc/define.ts';
import { CATEGORIES } from '../../../../shared/model/category.ts';
import { categoryIcon } from '../../../ui/icons/icons.tsx';
import type { MenuEntry } from '../../../ui/inputs/menu.tsx';

export function categoryItems(onPick: (category: CategoryId) => void): readonly MenuEntry[] {
  return CATEGORIES.map(({ id, label }) => ({
    id,
    label,
    icon: categoryIcon(id),
    onAction: () => onPick(id),
  }));
}
