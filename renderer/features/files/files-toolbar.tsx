import { useEffect, useState, type ReactNode } from 'react';
import type { FileFilter, FilePage } from '../../../shared/ipc/files.ts';
import { CATEGORIES, parseCategory } from '../../../shared/model/category.ts';
import { useFilterField } from '../../state/use-filter-field.ts';
import { toFirstRow } from '../../ui/browser/to-first-row.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Chip } from '../../ui/telling/chip.tsx';
import { ChoiceMenu } from '../../ui/inputs/choice-menu.tsx';
import { FilterChips } from '../../ui/inputs/filter-chips.tsx';
import { format } from '../../ui/words/format.ts';
import { Toolbar, ToolbarEnd } from '../../ui/layout/page-head.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import { STATUS_ICONS, statusWord } from '../../ui/telling/status-chip.tsx';
import { STATUS_ORDER } from './file-filter.ts';

/** Pause in typing after which the search starts, ms: each search goes through all files of the site. */
const PAUSE = 150;

interface FilesToolbarProps {
  readonly filter: FileFilter;
  readonly onChange: (filter: FileFilter) => void;
  /** Counts with the other filters applied; null until the first answer. */
  readonly counts: FilePage | null;
}

/** Filters by category, status, folder and words. Each count says how many files its choice would show. */
export function FilesToolbar({ filter, onChange, counts }: FilesToolbarProps): ReactNode {
  const t = useText();
  const [typed, setTyped] = useTyped(filter.text, (text) => onChange({ ...filter, text }));
  const field = useFilterField();
  const inAll = Object.values(counts?.byCategory ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <Toolbar>
      <FilterChips
        label={t('files.category')}
        value={filter.category ?? 'all'}
        onChange={(value) => onChange({ ...filter, category: parseCategory(value) })}
        options={[
          { value: 'all', label: t('files.all'), count: inAll },
          ...CATEGORIES.map(({ id }) => ({
            value: id,
            label: t(`ui.categoryShort.${id}`),
            count: counts?.byCategory[id] ?? 0,
          })),
        ]}
      />
      <ToolbarEnd>
        {filter.folder !== null && (
          <Chip tone="accent" icon="close" onPress={() => onChange({ ...filter, folder: null })}>
            {t('files.inFolder', { folder: filter.folder })}
          </Chip>
        )}
        <StatusChoice filter={filter} onChange={onChange} counts={counts} />
        <SearchField
          label={t('files.filter')}
          placeholder={t('files.filter')}
          value={typed}
          onChange={setTyped}
          width={168}
          keys="Ctrl+F"
          inputRef={field}
          onDown={() => toFirstRow(t('files.list'))}
        />
      </ToolbarEnd>
    </Toolbar>
  );
}

function StatusChoice({ filter, onChange, counts }: FilesToolbarProps): ReactNode {
  const t = useText();
  const [first] = filter.status;
  const words = (): string => {
    if (first === undefined) return t('files.statusAny');
    return filter.status.length === 1
      ? t('files.statusOne', { status: statusWord(first) })
      : t('files.statusMany', { count: filter.status.length });
  };
  return (
    <ChoiceMenu
      label={t('files.columns.status')}
      trigger={
        <Button size="s" icon="filter" menu>
          {words()}
        </Button>
      }
      values={filter.status}
      onChange={(status) => onChange({ ...filter, status: [...status] })}
      options={STATUS_ORDER.map((value) => ({
        value,
        label: statusWord(value),
        icon: STATUS_ICONS[value],
        detail: format.count(counts?.byStatus[value] ?? 0),
      }))}
    />
  );
}

/** A text that is shown at once and passed on when the typing pauses. A new value from outside replaces it. */
function useTyped(value: string, onPause: (text: string) => void): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: value, of: value });
  if (typed.of !== value) setTyped({ text: value, of: value });
  useEffect(() => {
    if (typed.text === value) return undefined;
    const timer = setTimeout(() => onPause(typed.text), PAUSE);
    return () => clearTimeout(timer);
  });
  return [typed.text, (text) => setTyped({ text, of: value })];
}
