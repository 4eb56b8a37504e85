import type { ReactNode } from 'react';
import { useAppState, useDo } from '../state/engine.tsx';
import { go } from '../state/route.ts';
import { useText } from '../text/use-text.ts';
import { format } from '../ui/format.ts';
import { Meter } from '../ui/meter.tsx';
import { StatusBar, StatusBarButton, StatusBarGap, StatusBarText } from '../ui/status-bar.tsx';

const CONNECTION = {
  online: { icon: 'wifi', words: 'app.online' },
  offline: { icon: 'wifiOff', words: 'app.offline' },
  'sign-in': { icon: 'key', words: 'app.signInNeeded' },
  unknown: { icon: 'wifi', words: 'app.connecting' },
} as const;

/** Connection, last sync, what runs with rate and time left, what waits and what is wrong. */
export function MainStatus(): ReactNode {
  const t = useText();
  const state = useAppState();
  const sync = useDo('app.sync');
  const pause = useDo('app.pause');
  if (state === null) return null;
  const { connection, work, outbox, paused } = state;
  const troubles = outbox.issues + outbox.conflicts + outbox.held;
  const { icon, words } = CONNECTION[connection];
  return (
    <StatusBar>
      <StatusBarText icon={icon}>{t(words)}</StatusBarText>
      <StatusBarText tone="muted">
        {state.lastSync === null
          ? t('app.neverSynced')
          : t('app.lastSync', { time: format.when(state.lastSync) })}
      </StatusBarText>
      {work.running.length > 0 && (
        <StatusBarText icon="sync" tone="running">
          {format.bytesOf(work.bytesDone, work.bytesTotal)}
          {work.bytesPerSecond !== null && ` · ${format.rate(work.bytesPerSecond)}`}
          {work.secondsLeft !== null && ` · ${format.timeLeft(work.secondsLeft)}`}
          <Meter
            label={t('ui.working')}
            value={work.bytesDone / Math.max(1, work.bytesTotal)}
            state="running"
          />
        </StatusBarText>
      )}
      <StatusBarGap />
      {paused && <StatusBarText icon="pause">{t('app.paused')}</StatusBarText>}
      <StatusBarButton icon="outbox" onPress={() => go({ screen: 'outbox' })}>
        {t('app.pendingCount', { count: outbox.pending })}
      </StatusBarButton>
      {troubles > 0 && (
        <StatusBarButton icon="warn" tone="bad" onPress={() => go({ screen: 'outbox' })}>
          {t('ui.issues', { count: troubles })}
        </StatusBarButton>
      )}
      <StatusBarButton icon="sync" onPress={() => sync.run({ site: null })}>
        {t('app.syncNow')}
      </StatusBarButton>
      <StatusBarButton icon={paused ? 'play' : 'pause'} onPress={() => pause.run({ paused: !paused })}>
        {t(paused ? 'app.resume' : 'app.pause')}
      </StatusBarButton>
    </StatusBar>
  );
}
