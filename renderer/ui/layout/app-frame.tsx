import type { ReactNode } from 'react';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../inputs/button.tsx';
import { Brand, Icon } from '../icons/icons.tsx';
import { KeyHint } from '../telling/kbd.tsx';
import './app-frame.css';

interface AppFrameProps {
  readonly topBar: ReactNode;
  readonly rail: ReactNode;
  readonly statusBar: ReactNode;
  /** Brings the focus past bar and rail to the screen. */
  readonly onSkip: () => void;
  /** The screen. */
  readonly children: ReactNode;
}

/** The window: bar, rail, screen, status. Below 1080 px the rail shows icons alone. */
export function AppFrame({ topBar, rail, statusBar, onSkip, children }: AppFrameProps) {
  const t = useText();
  return (
    <div className="frame">
      <button type="button" className="frame-skip" onClick={onSkip}>
        {t('ui.skip')}
      </button>
      {topBar}
      {rail}
      <main className="frame-main">{children}</main>
      {statusBar}
    </div>
  );
}

interface TopBarProps {
  /** Left out: there is nowhere to go. */
  readonly onBack?: (() => void) | undefined;
  readonly onForward?: (() => void) | undefined;
  /** Opens the palette. */
  readonly onSearch: () => void;
  readonly searchLabel: string;
  readonly searchKeys?: string | undefined;
  /** At the right end. */
  readonly children?: ReactNode;
}

export function TopBar(props: TopBarProps) {
  const { onBack, onForward, onSearch, searchLabel, searchKeys = 'Ctrl+K', children } = props;
  const t = useText();
  return (
    <header className="top-bar">
      <div className="top-brand">
        <Brand />
        <span className="top-name">{t('ui.appName')}</span>
      </div>
      <IconButton
        icon="arrowLeft"
        size="s"
        label={t('ui.back')}
        onPress={onBack}
        isDisabled={onBack === undefined}
      />
      <IconButton
        icon="arrowRight"
        size="s"
        label={t('ui.forward')}
        onPress={onForward}
        isDisabled={onForward === undefined}
      />
      <button type="button" className="top-search" onClick={onSearch}>
        <Icon name="search" />
        <span className="grow cut">{searchLabel}</span>
        <KeyHint keys={searchKeys} />
      </button>
      <div className="top-end">{children}</div>
    </header>
  );
}
