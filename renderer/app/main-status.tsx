import { useEffect, useRef, type ReactNode } from 'react';
import { failureText } from '../../shared/failure.ts';
import type { AppState } from '../../shared/ipc/app.ts';
import type { SiteSummary } from '../../shared/ipc/sites.ts';
import { ExportStatus } from '../features/charts/export/export-status.tsx';
import { runAction } from '../state/actions.ts';
import { useAnswer, useAppState } from '../state/engine.tsx';
import { go } from '../state/route.ts';
import { lastSyncsOf } from '../state/last-sync.ts';
import { troublesOfAll } from '../state/troubles.ts';
import { useText } from '../text/use-text.ts';
import { format } from '../ui/words/format.ts';
import { announce } from '../ui/telling/live-region.tsx';
import { Meter } from '../ui/telling/meter.tsx';
import { Gap } from '../ui/layout/page-head.tsx';
import { StatusBar, StatusBarButton, StatusBarText } from '../ui/layout/status-bar.tsx';
import { VisuallyHidden } from '../ui/telling/visually-hidden.tsx';
import { PauseButton } from './pause-button.tsx';
import { useSaidWork, useSyncNow } from './said-work.ts';

/** Sites that one cycle synced are so far apart, ms: the time of the newest stands for all. */
const APART = 2 * 60_000;

/** Connection, last sync, what runs with rate and time left; what waits, what needs a person, and the way to stop. */
export function MainStatus(): ReactNode {
  const t = useText();
  const state = useAppState();
  const syncNow = useSyncNow();
  const sites = useAnswer('sites.list', null).data ?? [];
  const troubles = troublesOfAll(sites);
  useAnnouncements(state?.connection ?? 'unknown', troubles);
  useSaidWork(state);
  if (state === null) return null;
  const { work, outbox, paused, connection } = state;
  const nameOf = (site: string | null): string =>
    sites.find(({ id }) => id === site)?.name ?? t('status.theSites');
  return (
    <StatusBar>
      <Connection state={state} />
      <LastSync state={state} sites={sites} />
      {!paused && connection === 'offline' && <WhatToDo trouble={state.trouble} />}
      {!paused && <Work work={work} nameOf={nameOf} />}
      <ExportStatus />
      <Gap />
      <StatusBarButton icon="outbox" onPress={() => go({ screen: 'outbox', tab: 'pending' })}>
        {t('status.pending', { count: outbox.pending })}
      </StatusBarButton>
      {troubles > 0 && (
        <StatusBarButton icon="warn" tone="bad" onPress={() => go({ screen: 'outbox', tab: 'issues' })}>
          {t('ui.issues', { count: troubles })}
        </StatusBarButton>
      )}
      <StatusBarButton icon="sync" onPress={syncNow}>
        {t(connection === 'offline' ? 'status.tryNow' : 'status.sync')}
      </StatusBarButton>
      <PauseButton paused={paused} />
    </StatusBar>
  );
}

/** Of sites that a cut left behind each other, both times: the head of each site says its own. */
function LastSync({
  state,
  sites,
}: {
  readonly state: AppState;
  readonly sites: readonly SiteSummary[];
}): ReactNode {
  const t = useText();
  const syncs = lastSyncsOf(sites);
  const last = format.when(syncs?.last ?? state.lastSync);
  const first = syncs !== null && syncs.last - syncs.first > APART ? format.when(syncs.first) : last;
  return (
    <StatusBarText tone="muted">
      {state.lastSync === null
        ? t('status.never')
        : first === last
          ? t('status.lastSync', { time: last })
          : t('status.lastSyncs', { first, last })}
    </StatusBarText>
  );
}

/** Why it is not online, and what that means, stands in its title; a refused token is answered right here. */
function Connection({ state }: { readonly state: AppState }): ReactNode {
  const t = useText();
  const { connection, trouble, paused, pausedUntil } = state;
  const why = trouble === null ? '' : `${failureText(trouble)}\n`;
  if (paused)
    return (
      <StatusBarText icon="pause">
        {pausedUntil === null
          ? t('status.paused')
          : t('status.pausedUntil', { time: format.time(pausedUntil) })}
      </StatusBarText>
    );
  switch (connection) {
    case 'online':
    case 'unknown':
      if (trouble !== null)
        return (
          <StatusBarText icon="warn" tone="strong">
            <span title={failureText(trouble)}>
              {t(trouble.code === 'busy' ? 'status.busy' : 'status.failing')}
            </span>
            <VisuallyHidden>{failureText(trouble)}</VisuallyHidden>
          </StatusBarText>
        );
      if (connection === 'unknown')
        return <StatusBarText icon="wifi">{t('status.connecting')}</StatusBarText>;
      return <StatusBarText icon="wifi">{t('status.online')}</StatusBarText>;
    case 'offline':
      return (
        <StatusBarText icon="wifiOff" tone="strong">
          <span title={`${why}${t('status.offlineWhy')}`}>{t('status.offline')}</span>
          <VisuallyHidden>{why}</VisuallyHidden>
        </StatusBarText>
      );
    case 'sign-in':
      return (
        <StatusBarButton icon="key" tone="warn" onPress={() => runAction('signIn')}>
          {t('status.signIn')}
        </StatusBarButton>
      );
    default:
      return connection satisfies never;
  }
}

/** What the person can do, such as signing in to a hotel's network; if that is nothing, what they need not fear. */
function WhatToDo({ trouble }: Pick<AppState, 'trouble'>): ReactNode {
  const t = useText();
  const hint = trouble?.hint ?? '';
  const words = hint === '' ? t('status.offlineWhy') : hint;
  return (
    <StatusBarText tone={hint === '' ? 'muted' : 'plain'} spare={hint === ''}>
      <span className="cut" title={words}>
        {words}
      </span>
    </StatusBarText>
  );
}

interface WorkProps {
  readonly work: AppState['work'];
  readonly nameOf: (site: string | null) => string;
}

/**
 * "209 of 529 MB · 2.4 MB/s · 2 min left", of very many small files "720 of 3,000 files · 2 min left", or what is done
 * before anything can be sent.
 */
function Work({ work, nameOf }: WorkProps): ReactNode {
  const t = useText();
  const {
    phase,
    running,
    reading,
    by,
    filesDone,
    filesTotal,
    bytesDone,
    bytesTotal,
    bytesPerSecond,
    secondsLeft,
  } = work;
  // It takes as long as its disk, and nothing moves until then.
  if (running.length === 0 && reading !== null)
    return (
      <StatusBarText icon="sync" tone="running">
        <span className="cut" title={reading.path}>
          {t('status.reading', {
            file: reading.path.slice(reading.path.lastIndexOf('/') + 1),
            site: nameOf(reading.site),
          })}
        </span>
      </StatusBarText>
    );
  // Between two small files nothing runs for a moment: that is worth no other word.
  if (running.length > 0 || (phase !== 'idle' && filesDone < filesTotal)) {
    const [done, total] = by === 'files' ? [filesDone, filesTotal] : [bytesDone, bytesTotal];
    return (
      <StatusBarButton icon="sync" tone="running" onPress={() => go({ screen: 'outbox', tab: 'pending' })}>
        <span className="status-bar-whole" title={running.map(({ path }) => path).join('\n')}>
          <span>
            {by === 'files' ? t('status.files', { done, count: total }) : format.bytesOf(done, total)}
          </span>
          {by === 'bytes' && bytesPerSecond !== null && <span>{` · ${format.rate(bytesPerSecond)}`}</span>}
          {secondsLeft !== null && <span>{` · ${format.timeLeft(secondsLeft)}`}</span>}
        </span>
        <Meter label={t('status.working')} value={done / Math.max(1, total)} state="running" />
      </StatusBarButton>
    );
  }
  if (phase === 'idle') return null;
  const count = filesTotal > 0 ? ` · ${t('status.files', { done: filesDone, count: filesTotal })}` : '';
  return (
    <StatusBarText icon="sync" tone="running">
      <span className="cut">
        {t(`status.phases.${phase}`, { site: nameOf(work.site) })}
        {count}
      </span>
    </StatusBarText>
  );
}

/** A change of the connection, or something new that needs a person, is said to those who do not see it. */
function useAnnouncements(connection: AppState['connection'], troubles: number): void {
  const t = useText();
  const isOffline = connection === 'offline';
  useEffect(() => {
    if (!isOffline) return undefined;
    announce(t('status.saidOffline'), 'connection');
    return () => announce(t('status.saidOnline'), 'connection');
  }, [isOffline, t]);
  const had = useRef(0);
  useEffect(() => {
    if (troubles > 0) announce(t('status.saidIssues', { count: troubles }), 'issues');
    else if (had.current > 0) announce(t('status.saidNoIssues'), 'issues');
    had.current = troubles;
  }, [troubles, t]);
}
