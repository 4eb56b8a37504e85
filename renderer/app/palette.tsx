import { useState, type ReactNode } from 'react';
import { useAnswer } from '../state/engine.tsx';
import { go } from '../state/route.ts';
import { useText } from '../text/use-text.ts';
import { CommandPalette } from '../ui/command-palette.tsx';

/** Ctrl+K: to any site or file by a few letters of its name. */
export function Palette({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const t = useText();
  const [query, setQuery] = useState('');
  const places = useAnswer('app.search', { text: query }).data ?? [];
  const items = places.map((place) => ({
    id: `${place.kind}:${place.site}:${place.key}`,
    label: place.label,
    detail: place.kind === 'site' ? place.detail : `${place.siteName} · ${place.detail}`,
    icon: place.kind === 'site' ? ('sites' as const) : ('doc' as const),
    onAction: () => {
      go(
        place.kind === 'site'
          ? { screen: 'site', site: place.site }
          : { screen: 'site', site: place.site, tab: 'files', params: { file: place.key } },
      );
      onClose();
    },
  }));
  return (
    <CommandPalette
      isOpen={isOpen}
      onClose={onClose}
      query={query}
      onQueryChange={setQuery}
      sections={[{ id: 'places', title: t('app.goTo'), items }]}
      empty={t('app.nothingFound')}
      placeholder={t('app.goTo')}
    />
  );
}
