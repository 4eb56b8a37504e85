import { typedWords } from '../../shared/typed-words.ts';
import { runAction } from '../state/actions.ts';
import { useAppFact, useDo } from '../state/engine.tsx';
import { go, type ScreenName } from '../state/route.ts';
import { useText } from '../text/use-text.ts';
import type { PaletteItem } from '../ui/overlays/palette-section.ts';
import type { IconName } from '../ui/icons/icons.tsx';
import { useSyncNow } from './said-work.ts';
import { focusScreen } from './screen-focus.ts';
import { NUMBERED } from './shortcuts.ts';

const ICONS: Readonly<Record<ScreenName, IconName>> = {
  sites: 'sites',
  outbox: 'outbox',
  activity: 'activity',
  trash: 'trash',
  settings: 'settings',
};

/** What can be done from anywhere, each with its key; those whose words hold all that was typed. */
export function usePaletteCommands(query: string): readonly PaletteItem[] {
  const t = useText();
  const syncNow = useSyncNow();
  const pause = useDo('app.pause');
  const paused = useAppFact((state) => state.paused) === true;
  const commands: readonly PaletteItem[] = [
    {
      id: 'do:add',
      label: t('drop.addFiles'),
      icon: 'plus',
      keys: 'Ctrl+O',
      onAction: () => void runAction('upload'),
    },
    {
      id: 'do:sync',
      label: t('status.sync'),
      icon: 'sync',
      keys: 'F5',
      onAction: syncNow,
    },
    {
      id: 'do:pause',
      label: t(paused ? 'status.resume' : 'status.pause'),
      icon: paused ? 'play' : 'pause',
      onAction: () => pause.run({ paused: !paused }),
    },
    ...NUMBERED.map((screen, at): PaletteItem => ({
      id: `go:${screen}`,
      label: t(`app.${screen}`),
      icon: ICONS[screen],
      keys: `Ctrl+${at + 1}`,
      onAction: () => {
        go({ screen });
        focusScreen();
      },
    })),
    {
      id: 'do:keys',
      label: t('shortcuts.title'),
      icon: 'info',
      keys: '?',
      onAction: () => void runAction('shortcuts'),
    },
  ];
  const words = typedWords(query.toLowerCase());
  return commands.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
