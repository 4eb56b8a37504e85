import { useEffect, useState, type ReactNode } from 'react';
import { SignInBanner } from '../features/account/sign-in-banner.tsx';
import { SignInDialog } from '../features/account/sign-in-dialog.tsx';
import { ActivityScreen } from '../features/activity/activity-screen.tsx';
import { DropProvider } from '../features/drop/drop-provider.tsx';
import { FirstRunGate } from '../features/first-run/first-run.tsx';
import { OutboxScreen } from '../features/outbox/outbox-screen.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { SiteScreen } from '../features/site/site-screen.tsx';
import { SitesScreen } from '../features/sites/sites-screen.tsx';
import { TrashScreen } from '../features/trash/trash-screen.tsx';
import { useActionHandler } from '../state/actions.ts';
import { useAnswer, useAppFact, useDo } from '../state/engine.tsx';
import { useNetworkCame } from '../state/use-online.ts';
import { useRoute, type Route } from '../state/route.ts';
import { useTravel } from '../state/use-travel.ts';
import { useText } from '../text/use-text.ts';
import { AppFrame, TopBar } from '../ui/layout/app-frame.tsx';
import { PhotoChance } from '../ui/layout/site-photo.tsx';
import { applyTheme } from '../ui/look/theme.ts';
import { MainRail } from './main-rail.tsx';
import { MainStatus } from './main-status.tsx';
import { NoticesBanner } from './notices-banner.tsx';
import { Palette } from './palette.tsx';
import { focusScreen, useFocusKept } from './screen-focus.ts';
import { ScreenTitle } from './screen-title.tsx';
import { ShortcutList } from './shortcut-list.tsx';
import { useShortcuts } from './shortcuts.ts';

/** The window in the person's theme; the first run stands in its place until there is something to work with. */
export function App(): ReactNode {
  const settings = useAnswer('settings.get', null);
  const theme = settings.data?.theme ?? 'system';
  useEffect(() => applyTheme(theme), [theme]);
  useFocusKept();
  const connection = useAppFact((state) => state.connection);
  return (
    <PhotoChance value={connection}>
      <FirstRunGate>
        <MainWindow />
      </FirstRunGate>
    </PhotoChance>
  );
}

/** Rail, screen and status bar. */
function MainWindow(): ReactNode {
  const t = useText();
  const route = useRoute();
  const travel = useTravel();
  const sync = useDo('app.sync');
  const [over, setOver] = useState<'palette' | 'shortcuts' | 'signIn' | null>(null);
  useActionHandler('signIn', () => setOver('signIn'));
  useActionHandler('shortcuts', () => setOver('shortcuts'));
  const signedIn = useAppFact((state) => state.account.signedIn) === true;
  useNetworkCame(() => {
    // The bar says already what is missing.
    if (signedIn) sync.run({ site: null });
  });
  useShortcuts({ search: () => setOver('palette'), help: () => setOver('shortcuts') });
  return (
    <DropProvider>
      <AppFrame
        topBar={
          <TopBar
            onBack={travel.back}
            onForward={travel.forward}
            onSearch={() => setOver('palette')}
            searchLabel={t('app.goTo')}
            searchKeys="Ctrl+K"
          />
        }
        rail={<MainRail route={route} />}
        statusBar={<MainStatus />}
        onSkip={() => focusScreen()}
      >
        <ScreenTitle route={route} />
        <SignInBanner />
        <NoticesBanner />
        <Screen route={route} />
        <Palette isOpen={over === 'palette'} onClose={() => setOver(null)} />
        <ShortcutList isOpen={over === 'shortcuts'} onClose={() => setOver(null)} />
        <SignInDialog isOpen={over === 'signIn'} onClose={() => setOver(null)} />
      </AppFrame>
    </DropProvider>
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
      return <ActivityScreen />;
    case 'trash':
      return <TrashScreen />;
    case 'settings':
      return <SettingsScreen />;
    default:
      return route satisfies never;
  }
}
