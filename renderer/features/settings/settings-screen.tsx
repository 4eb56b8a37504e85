import { useEffect, type ReactNode } from 'react';
import type { Settings } from '../../../shared/ipc/app.ts';
import { useAnswer, useAppState } from '../../state/engine.tsx';
import { hrefOf, useRoute } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { PageHead, Scroll } from '../../ui/layout/page-head.tsx';
import { SkeletonRows } from '../../ui/telling/skeleton-rows.tsx';
import { AccountSection } from './account-section.tsx';
import { ComputerSection, LookSection } from './computer-section.tsx';
import { FoldersSection } from './folders-section.tsx';
import { HelpSection } from './help-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { SyncSection } from './sync-section.tsx';
import { useSectionInView } from './use-section-in-view.ts';
import { useSettings, type SetSettings } from './use-set.ts';
import './settings.css';

const SECTIONS = ['account', 'folders', 'sync', 'computer', 'look', 'network', 'help'] as const;

/** The person's choices. Each takes effect at once. */
export function SettingsScreen(): ReactNode {
  const t = useText();
  const { settings, set } = useSettings();
  const { tab } = useRoute();
  // Its field stands above others, and what came later would push them down.
  const { isPending } = useAnswer('series.cache', null);
  const isShown = useAppState() !== null && settings !== undefined && !isPending;
  const current = useSectionInView(SECTIONS, { asked: tab, isDrawn: isShown });
  useEffect(() => {
    if (tab !== null && isShown) document.querySelector(`#settings-${CSS.escape(tab)}`)?.scrollIntoView();
  }, [tab, isShown]);
  return (
    <>
      <PageHead title={t('settings.title')} />
      <div className="settings-frame">
        <nav className="settings-nav" aria-label={t('settings.sections')}>
          {SECTIONS.map((section) => (
            <a
              key={section}
              href={hrefOf({ screen: 'settings', tab: section })}
              {...(current === section ? { 'aria-current': 'true' as const } : {})}
            >
              {t(`settings.${section}.title`)}
            </a>
          ))}
        </nav>
        <Scroll label={t('settings.title')}>
          {settings === undefined || isPending ? (
            <SkeletonRows label={t('ui.loading')} rows={8} />
          ) : (
            <Sections settings={settings} set={set} />
          )}
        </Scroll>
      </div>
    </>
  );
}

interface SectionsProps {
  readonly settings: Settings;
  readonly set: SetSettings;
}

function Sections({ settings, set }: SectionsProps): ReactNode {
  const state = useAppState();
  if (state === null) return null;
  const { host, account, root } = state;
  const common = { settings, set };
  return (
    <div className="settings">
      <AccountSection account={account} />
      <FoldersSection settings={settings} host={host} />
      <SyncSection {...common} />
      <ComputerSection {...common} host={host} />
      <LookSection {...common} />
      <NetworkSection {...common} host={host} />
      <HelpSection host={host} root={root} />
    </div>
  );
}
