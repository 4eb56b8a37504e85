import { useState, type ReactNode } from 'react';
import type { Place } from '../../shared/ipc/app.ts';
import { folderOf, type RelPath } from '../../shared/model/rel-path.ts';
import { useAnswer } from '../state/engine.tsx';
import { go } from '../state/route.ts';
import { useText } from '../text/use-text.ts';
import { CommandPalette } from '../ui/command-palette.tsx';
import { fileIcon } from '../ui/icons.tsx';
import { usePaletteCommands } from './palette-commands.ts';

/** Ctrl+K: to any site or file by a few letters of its name, and to what can be done from anywhere. */
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
  const places = useAnswer('app.search', { text: query }).data ?? [];
  const items = places.map((place) => ({
    id: `${place.kind}:${place.site}:${place.key}`,
    label: place.label,
    detail: detailOf(place),
    icon: place.kind === 'site' ? ('sites' as const) : fileIcon(place.label, 'other'),
    onAction: () => {
      go(
        place.kind === 'site'
          ? { screen: 'site', site: place.site }
          : { screen: 'site', site: place.site, tab: 'files', params: { file: place.key } },
      );
    },
  }));
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
      sections={[
        { id: 'places', title: t('app.places'), items },
        { id: 'commands', title: t('app.commands'), items: commands },
      ]}
      empty={t('app.nothingFound')}
      placeholder={t('app.goTo')}
    />
  );
}

/** Where it is; its name stands beside it already. */
function detailOf({ kind, siteName, detail }: Place): string {
  if (kind !== 'file') return kind === 'site' ? detail : `${siteName} · ${detail}`;
  const folder = folderOf(detail as RelPath);
  return folder === '' ? siteName : `${siteName} · ${folder}`;
}
