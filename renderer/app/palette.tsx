import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { MoreFiles, Place } from '../../shared/ipc/app.ts';
import { folderOf } from '../../shared/model/rel-path.ts';
import { useAnswer } from '../state/engine.tsx';
import { go, useRoute, type Target } from '../state/route.ts';
import { useText } from '../text/use-text.ts';
import { CommandPalette } from '../ui/overlays/command-palette.tsx';
import type { PaletteItem, PaletteSection } from '../ui/overlays/palette-section.ts';
import { fileIcon, type IconName } from '../ui/icons/icons.tsx';
import { usePaletteCommands } from './palette-commands.ts';
import { focusScreen } from './screen-focus.ts';

/** The longest text that the engine looks for. */
const LONGEST = 200;

/** Ctrl+K: to any site, file or point by a few letters of its name, and to what can be done from anywhere. */
export function Palette({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const t = useText();
  const [query, setQuery] = useState('');
  const commands = usePaletteCommands(query);
  const text = query.slice(0, LONGEST);
  const answer = useAnswer('app.search', { text });
  const { places = [], total = 0 } = answer.data ?? {};
  const more = useMore(answer.data?.more ?? []);
  // A section of its own: reading the datamodels for the first time holds up no site and no file.
  const isAsked = isOpen && query.trim() !== '';
  const points = useAnswer('points.search', { text }, { enabled: isAsked });
  const sections: readonly PaletteSection[] = [
    {
      id: 'places',
      title:
        total > places.length ? t('app.placesBest', { count: places.length, all: total }) : t('app.places'),
      items: [...places.map(itemOf), ...more],
      isStale: isStale(answer),
    },
    {
      id: 'points',
      title: t('app.points'),
      items: isAsked ? (points.data ?? []).map(itemOf) : [],
      isStale: isAsked && isStale(points),
    },
    { id: 'commands', title: t('app.commands'), items: commands },
  ];
  const close = (): void => {
    setQuery('');
    onClose();
  };
  return (
    <CommandPalette
      isOpen={isOpen}
      onClose={close}
      query={query}
      onQueryChange={setQuery}
      sections={isAsked && sections.every(isEmpty) ? [inActivity(query.trim(), t)] : sections}
      empty={t('app.nothingFound')}
      placeholder={t('app.goTo')}
    />
  );
}

/** While the answer comes, what the one before it named stays on screen. */
function isStale({ isLoading, isPlaceholderData }: UseQueryResult): boolean {
  return isLoading || isPlaceholderData;
}

/** The most sites whose lists are named, those with the most files. */
const MOST_LISTS = 5;

/** Ways to the lists of all files that fit: to that of the site on screen, or where that has no more of them to several. */
function useMore(more: readonly MoreFiles[]): readonly PaletteItem[] {
  const t = useText();
  const route = useRoute();
  const own = more.filter(({ site }) => route.screen === 'site' && site === route.site);
  const most = more.toSorted((a, b) => b.count - a.count).slice(0, MOST_LISTS);
  return (own.length > 0 ? own : most).map(({ site, siteName, text, count }) => ({
    id: `more:${site}`,
    label: t('app.moreFiles', { count, site: siteName }),
    icon: 'filter',
    onAction: () => {
      go({ screen: 'site', site, tab: 'files', params: { text } });
      focusScreen();
    },
  }));
}

/** Nothing fits, and no answer that may is still to come. */
const isEmpty = ({ items, isStale }: PaletteSection): boolean => items.length === 0 && isStale !== true;

/** Who finds no file of a name wants to know what became of it: the history has it, also under its old name. */
function inActivity(text: string, t: ReturnType<typeof useText>): PaletteSection {
  const onAction = (): void => {
    go({ screen: 'activity', params: { text } });
    focusScreen();
  };
  const item: PaletteItem = { id: 'activity', label: t('app.inActivity'), icon: 'activity', onAction };
  return { id: 'past', title: t('app.nothingFound'), items: [item] };
}

function itemOf(place: Place): PaletteItem {
  return {
    id: `${place.kind}:${place.site}:${place.key}`,
    label: place.label,
    detail: detailOf(place),
    icon: iconOf(place),
    onAction: () => {
      go(targetOf(place));
      focusScreen();
    },
  };
}

function iconOf({ kind, label }: Place): IconName {
  switch (kind) {
    case 'site':
      return 'sites';
    case 'file':
      return fileIcon(label, 'other');
    case 'point':
      return 'activity';
    default:
      return kind satisfies never;
  }
}

function targetOf({ kind, site, key }: Place): Target {
  switch (kind) {
    case 'site':
      return { screen: 'site', site };
    case 'file':
      return { screen: 'site', site, tab: 'files', params: { file: key } };
    case 'point':
      return { screen: 'site', site, tab: 'data', params: { series: key } };
    default:
      return kind satisfies never;
  }
}

/** Where it is; its name stands beside it already. */
function detailOf({ kind, siteName, detail }: Place): string {
  if (kind !== 'file') return kind === 'site' ? detail : `${siteName} · ${detail}`;
  const folder = folderOf(detail);
  return folder === '' ? siteName : `${siteName} · ${folder}`;
}
