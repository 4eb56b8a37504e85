import type { ReactNode } from 'react';
import { useText } from '../../../text/use-text.ts';
import { FilterChips } from '../../../ui/inputs/filter-chips.tsx';
import type { IconName } from '../../../ui/icons/icons.tsx';
import { ToolbarEnd } from '../../../ui/layout/page-head.tsx';
import { toFirstRow } from '../../../ui/browser/to-first-row.ts';
import { SearchField } from '../../../ui/inputs/search-field.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { folderPaths, SHOWN, type Shown } from './review-lines.ts';
import type { Review } from './use-review.ts';

const ICONS: Readonly<Record<Shown, IconName | undefined>> = {
  all: undefined,
  add: 'plus',
  taken: 'edit',
  twin: 'copy',
  'left-out': 'minus',
  duplicate: 'copy',
  refused: 'fail',
};

export function ReviewFilters({ review }: { readonly review: Review }): ReactNode {
  const t = useText();
  const { counts, folders, shown, setShown, folder, setFolder, words, setWords } = review;
  return (
    <>
      <FilterChips
        label={t('drop.show')}
        value={shown}
        onChange={setShown}
        options={SHOWN.filter((each) => each === 'all' || each === shown || counts[each] > 0).map((each) => ({
          value: each,
          label: t(`drop.shown.${each}`),
          icon: ICONS[each],
          count: counts[each],
        }))}
      />
      <ToolbarEnd>
        {folders.length > 0 && (
          <span className="review-folder-pick">
            <Select
              label={t('drop.folders')}
              look="button"
              icon="folder"
              value={folder ?? ''}
              onChange={(path) => setFolder(path === '' ? null : path)}
              options={[
                { value: '', label: t('drop.allFolders') },
                ...folderPaths(folders).map((path) => ({ value: path, label: path })),
              ]}
            />
          </span>
        )}
        <SearchField
          label={t('drop.filter')}
          placeholder={t('drop.filter')}
          value={words}
          onChange={setWords}
          onDown={() => toFirstRow(t('drop.files'))}
          width={160}
        />
      </ToolbarEnd>
    </>
  );
}
