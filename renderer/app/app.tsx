import { useEffect, useState, type ReactNode } from 'react';
import { ActivityScreen } from '../features/activity/activity-screen.tsx';
import { FirstRun } from '../features/first-run/first-run.tsx';
import { OutboxScreen } from '../features/outbox/outbox-screen.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { SiteScreen } from '../features/site/site-screen.tsx';
import { SitesScreen } from '../features/sites/sites-screen.tsx';
import { TrashScreen } from '../features/trash/trash-screen.tsx';
import { useAnswer, useAppState, useDo } from '../state/engine.tsx';
import { go, useRoute, type Route } from '../state/route.ts';
import { useText } from '../text/use-text.ts';
import { AppFrame, TopBar } from '../ui/app-frame.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { applyTheme } from '../ui/theme.ts';
import { MainRail } from './main-rail.tsx';
import { MainStatus } from './main-status.tsx';
import { Palette } from './palette.tsx';

const NUMBERED = ['sites', 'outbox', 'activity', 'trash', 'settings'] as const;

/** The window: rail, screen and status bar; the first run stands in its place until somebody is signed in. */
export function App(): ReactNode {
  const state = useAppState();
  const t = useText();
  const route = useRoute();
  const settings = useAnswer('settings.get', null);
  const [searching, setSearching] = useState(false);
  const theme = settings.data?.theme ?? 'system';
  useEffect(() => applyTheme(theme), [theme]);
  useKeys(() => setSearching(true));
  if (state === null) return <EmptyState icon="sync" title={t('app.starting')} />;
  if (!state.account.signedIn)
    return <FirstRun baseUrl={state.account.baseUrl} warning={state.account.warning} />;
  return (
    <AppFrame
      topBar={
        <TopBar
          onBack={() => history.back()}
          onForward={() => history.forward()}
          onSearch={() => setSearching(true)}
          searchLabel={t('app.goTo')}
          searchKeys="Ctrl+K"
        />
      }
      rail={<MainRail route={route} state={state} />}
      statusBar={<MainStatus state={state} />}
    >
      <Screen route={route} />
      <Palette isOpen={searching} onClose={() => setSearching(false)} />
    </AppFrame>
  );
}

function Screen({ route }: { readonly route: Route }): ReactNode {
  switch (route.screen) {
    case 'sites':
      return <SitesScreen />;
    case 'site':
      return <SiteScreen key={route.site} id={route.site} tab={route.tab} />;
    case 'outbox':
      return <OutboxScreen />;
    case 'activity':
      return <ActivityScreen site={null} />;
    case 'trash':
      return <TrashScreen />;
    case 'settings':
      return <SettingsScreen />;
    default:
      return route satisfies never;
  }
}

/** Ctrl+1…5 the screens, Ctrl+K the palette, Ctrl+J the outbox, F5 sync. */
function useKeys(search: () => void): void {
  const sync = useDo('app.sync');
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const held = event.ctrlKey || event.metaKey;
      const screen = held ? NUMBERED[Number(event.key) - 1] : undefined;
      if (screen !== undefined) go({ screen });
      else if (held && event.key === 'k') search();
      else if (held && event.key === 'j') go({ screen: 'outbox' });
      else if (event.key === 'F5') sync.run({ site: null });
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [search, sync]);
}
