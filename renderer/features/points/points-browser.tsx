import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Point, PointFilter } from '../../../shared/ipc/datamodel.ts';
import { useAnswer, useDo } from '../../state/engine.tsx';
import { useSite } from '../../state/use-site.ts';
import { useFilterField } from '../../state/use-filter-field.ts';
import { isText, isYesOrNo, useKept } from '../../state/use-kept.ts';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import type { VirtualTreeHandle } from '../../ui/table/virtual-tree.tsx';
import { SkeletonRows } from '../../ui/telling/skeleton-rows.tsx';
import { HealthFoot } from './health-foot.tsx';
import { ColumnsQuestion } from './columns-question.tsx';
import { NoPoints } from './no-points.tsx';
import { PointFacts } from './point-facts.tsx';
import { PointTree } from './point-tree.tsx';
import { useFolding } from './use-folding.ts';
import { usePointPages } from './use-point-pages.ts';
import './points.css';

interface PointsBrowserProps {
  readonly site: string;
  /** Ids of the chosen points, in the order in which they were chosen. */
  readonly selected: readonly string[];
  /** `changed` was chosen, or is chosen no more. */
  readonly onSelect: (ids: readonly string[], changed: Point) => void;
  /** Colour of a chosen point's line in a chart, as CSS takes it. */
  readonly colourOf?: (id: string) => string | undefined;
  /** Buttons beside the search. */
  readonly tools?: ReactNode;
}

/** Equipment and points of a site, from its datamodels: searched, chosen, kept as favourites; and how they stand. */
export function PointsBrowser({ site, selected, onSelect, colourOf, tools }: PointsBrowserProps): ReactNode {
  const t = useText();
  const { text, setText, favourites, setFavourites, filter, isNarrowed, clear } = useNarrowing(site);
  const [current, setCurrent] = useState<Point | null>(null);
  const [points, setPoints] = useState<number | null>(null);
  const search = useFilterField();
  const tree = useRef<VirtualTreeHandle>(null);
  const { folding, toggle } = useFolding(isNarrowed, points);
  const lines = usePointPages({ site, filter, folding });
  const favour = useDo('points.favourite');
  const shown = useAsItIsNow(site, current);
  const zone = useSite(site)?.timezone ?? null;
  // What is to be asked of the columns stands above the list: it begins with that, rather than be pushed away by it.
  const isAsked = !useAnswer('points.files', { site }).isPending;
  const first = isAsked ? lines.first : null;
  // How many there are decides whether the list begins folded.
  if (first !== null && first.points !== points) setPoints(first.points);
  const chosen = useMemo(() => new Set(selected), [selected]);
  const favourite = ({ id, favourite: isOne }: Point): void => favour.run({ site, id, favourite: !isOne });
  const choose = (point: Point): void => {
    const { id } = point;
    onSelect(chosen.has(id) ? selected.filter((each) => each !== id) : [...selected, id], point);
  };
  return (
    <section className="points" aria-label={t('datamodel.points')}>
      <div className="points-search">
        <SearchField
          label={t('datamodel.find')}
          value={text}
          onChange={setText}
          inputRef={search}
          onDown={() => tree.current?.toFirst()}
        />
        {tools}
      </div>
      <ColumnsQuestion site={site} />
      {first !== null && first.points > 0 && (
        <Narrowing
          found={isNarrowed ? first.found : null}
          points={first.points}
          favourites={favourites}
          onFavourites={setFavourites}
        />
      )}
      {first === null ? (
        <SkeletonRows label={t('ui.loading')} rows={8} height={28} />
      ) : first.found === 0 ? (
        <NoPoints
          site={site}
          points={first.points}
          favourites={favourites && filter.text === ''}
          onClear={clear}
        />
      ) : (
        <PointTree
          ref={tree}
          lines={lines}
          selected={chosen}
          colourOf={colourOf}
          onToggle={choose}
          onFold={toggle}
          onFavourite={favourite}
          onCurrent={setCurrent}
        />
      )}
      {shown !== null && <PointFacts point={shown} zone={zone} onFavourite={() => favourite(shown)} />}
      {first !== null && first.points > 0 && <HealthFoot site={site} />}
    </section>
  );
}

/** What the points are narrowed to, as it was left. */
function useNarrowing(site: string) {
  const [text, setText] = useKept(`points.${site}.text`, '', isText);
  const [favourites, setFavourites] = useKept(`points.${site}.favourites`, false, isYesOrNo);
  const wanted = useDeferredValue(text);
  const filter = useMemo<PointFilter>(() => ({ text: wanted.trim(), favourites }), [wanted, favourites]);
  const clear = (): void => {
    setText('');
    setFavourites(false);
  };
  const isNarrowed = filter.text !== '' || favourites;
  return { text, setText, favourites, setFavourites, filter, isNarrowed, clear };
}

interface NarrowingProps {
  /** The number of points found; null: all are shown. */
  readonly found: number | null;
  readonly points: number;
  readonly favourites: boolean;
  readonly onFavourites: (only: boolean) => void;
}

function Narrowing({ found, points, favourites, onFavourites }: NarrowingProps): ReactNode {
  const t = useText();
  return (
    <div className="points-narrow">
      <p className="num cut" aria-live="polite">
        {found === null
          ? t('datamodel.allPoints', { count: points })
          : t('datamodel.foundOf', { found, all: points })}
      </p>
      <IconButton
        icon="star"
        size="s"
        label={t('datamodel.favourites')}
        words={t('datamodel.favouritesShort')}
        isPressed={favourites}
        onPress={() => onFavourites(!favourites)}
      />
    </div>
  );
}

/** What was looked at may have got another state meanwhile; null once no datamodel names it any more. */
function useAsItIsNow(site: string, point: Point | null): Point | null {
  const ids = point === null ? [] : [point.id];
  const { data, isPlaceholderData } = useAnswer('points.get', { site, ids }, { enabled: point !== null });
  if (point === null || data === undefined || isPlaceholderData) return point;
  return data.find(({ id }) => id === point.id) ?? null;
}
