import type { ReactNode } from 'react';
import type { CategoryId } from '../../../shared/ipc/define.ts';
import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';
import { CATEGORIES } from '../../../shared/model/category.ts';
import { useBridge } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { ChoiceMenu } from '../../ui/inputs/choice-menu.tsx';
import { format } from '../../ui/words/format.ts';
import { categoryIcon } from '../../ui/icons/icons.tsx';
import { SitePhoto } from '../../ui/layout/site-photo.tsx';
import { Truncate } from '../../ui/words/truncate.tsx';
import { organizationName } from '../sites/site-facts.ts';
import { amountOf, EVERY_CATEGORY } from './first-choice.ts';

interface SiteChoiceProps {
  readonly site: SiteSummary;
  /** Null while they are being counted. */
  readonly counts: readonly CategoryCount[] | null | 'failed';
  /** Null: the site is not chosen. */
  readonly categories: readonly CategoryId[] | null;
  readonly onToggle: (on: boolean) => void;
  readonly onCategories: (categories: readonly CategoryId[]) => void;
}

/** One site to keep or not, with how much that is. */
export function SiteChoice({ site, counts, categories, onToggle, onCategories }: SiteChoiceProps): ReactNode {
  const t = useText();
  const { contentUrl } = useBridge();
  const isChosen = categories !== null;
  const known = counts === 'failed' ? null : counts;
  const amount = amountOf(known, categories ?? EVERY_CATEGORY);
  const place = [site.city, organizationName(site)].filter((part) => part !== null).join(' · ');
  return (
    <li className={isChosen ? 'first-site' : 'first-site first-site-off'}>
      <Checkbox label={t('firstRun.keep', { site: site.name })} isSelected={isChosen} onChange={onToggle} />
      <SitePhoto
        src={site.hasPhoto ? contentUrl('photo', site.id, 'photo') : null}
        size={36}
        offline={!isChosen}
      />
      {/* Pressing the words does what the box does, which has the name for everybody else. */}
      <div className="first-site-words" onClick={() => onToggle(!isChosen)} role="presentation">
        <div className="first-site-name">
          <Truncate text={site.name} ending="word" />
        </div>
        <div className="t-small ink-3 cut" title={place}>
          {place}
        </div>
      </div>
      {isChosen ? (
        <Categories site={site} counts={known} categories={categories} onChange={onCategories} />
      ) : (
        <span className="t-small ink-3">{t('firstRun.onlineOnly')}</span>
      )}
      <span className="first-site-number t-small ink-3 num">
        {amount === null ? '' : t('firstRun.files', { count: amount.files })}
      </span>
      <span className="first-site-number first-site-size num">
        {amount === null
          ? t(counts === 'failed' ? 'firstRun.notCounted' : 'firstRun.counting')
          : format.bytes(amount.bytes)}
      </span>
    </li>
  );
}

interface CategoriesProps {
  readonly site: SiteSummary;
  readonly counts: readonly CategoryCount[] | null;
  readonly categories: readonly CategoryId[];
  readonly onChange: (categories: readonly CategoryId[]) => void;
}

function Categories({ site, counts, categories, onChange }: CategoriesProps): ReactNode {
  const t = useText();
  const words =
    categories.length === CATEGORIES.length
      ? t('firstRun.allCategories')
      : categories.length === 0
        ? t('firstRun.noCategory')
        : t('firstRun.someCategories', { kept: categories.length, all: CATEGORIES.length });
  const sizes = new Map(counts?.map(({ category, bytes }) => [category, format.bytes(bytes)]));
  return (
    <ChoiceMenu
      label={t('firstRun.categoriesOf', { site: site.name, words })}
      trigger={
        <Button variant="ghost" size="s" menu label={t('firstRun.categoriesOf', { site: site.name, words })}>
          {words}
        </Button>
      }
      values={categories}
      onChange={onChange}
      options={CATEGORIES.map(({ id, label }) => ({
        value: id,
        label,
        icon: categoryIcon(id),
        detail: sizes.get(id),
      }))}
    />
  );
}
