import type { ReactNode } from 'react';
import { refine, useRoute } from '../../state/route.ts';
import { useFilterField } from '../../state/use-filter-field.ts';
import { useText } from '../../text/use-text.ts';
import { toFirstRow } from '../../ui/browser/to-first-row.ts';
import { SearchField } from '../../ui/inputs/search-field.tsx';

/** The longest text that the engine looks for. */
const LONGEST = 200;

/**
 * Letters of the paths to be shown. They stand in the address, so that a search elsewhere can lead here. `site`: null is
 * the activity of all sites.
 */
export function useActivityFilter(site: string | null): {
  readonly filter: string;
  readonly setFilter: (text: string) => void;
} {
  const filter = (useRoute().params['text'] ?? '').slice(0, LONGEST);
  const setFilter = (text: string): void => {
    const params = text === '' ? {} : { text };
    refine(
      site === null ? { screen: 'activity', params } : { screen: 'site', site, tab: 'activity', params },
    );
  };
  return { filter, setFilter };
}

export function ActivityFilter({ filter, setFilter }: ReturnType<typeof useActivityFilter>): ReactNode {
  const t = useText();
  const field = useFilterField();
  return (
    <SearchField
      label={t('activity.filter')}
      placeholder={t('activity.filter')}
      value={filter}
      onChange={setFilter}
      width={220}
      keys="Ctrl+F"
      inputRef={field}
      onDown={() => toFirstRow(t('activity.title'))}
    />
  );
}
