import { useEffect, useEffectEvent, useRef } from 'react';
import type { AppState } from '../../shared/ipc/app.ts';
import { useDo } from '../state/engine.tsx';
import { useText } from '../text/use-text.ts';
import { announce } from '../ui/telling/live-region.tsx';

/** A job that is over sooner is worth no word while it runs, ms. */
const LONG = 4000;
/** Between two rounds of one job nothing moves for so long, ms. */
const SETTLED = 3000;
/** A person who asked for a sync so long ago thinks of other things by now, ms. */
const FORGOTTEN = 60_000;

let askedAt = -Infinity;

/** Syncs all sites because the person says so: how it ended is said to those who do not see it. */
export function useSyncNow(): () => void {
  const sync = useDo('app.sync');
  return () => {
    askedAt = performance.now();
    sync.run({ site: null });
  };
}

/**
 * Files on their way are said once when they take a while, and once when they are through; a sync that was asked for, when
 * it is over. What moves in between is for eyes: its bar can be read at any time.
 */
export function useSaidWork(state: AppState | null): void {
  const t = useText();
  const stands = state === null || state.paused || state.connection !== 'online';
  const isMoving = !stands && state.work.phase === 'transferring';
  const isTold = useRef(false);
  const sayOutcome = (): void => {
    const pending = state?.outbox.pending ?? 0;
    announce(pending === 0 ? t('status.saidDone') : t('status.saidLeft', { count: pending }), 'work');
  };
  const begin = useEffectEvent(() => {
    if (isTold.current) return;
    isTold.current = true;
    announce(t('status.saidMoving', { count: state?.work.filesTotal ?? 0 }), 'work');
  });
  const end = useEffectEvent(() => {
    // A run that stands still is not over: that it is paused or offline is announced elsewhere.
    if (isTold.current && !stands) sayOutcome();
    isTold.current = false;
  });
  useEffect(() => {
    const timer = setTimeout(isMoving ? begin : end, isMoving ? LONG : SETTLED);
    return () => clearTimeout(timer);
  }, [isMoving]);
  const lastSync = state?.lastSync ?? null;
  const synced = useEffectEvent(() => {
    const isAsked = performance.now() - askedAt < FORGOTTEN;
    askedAt = -Infinity;
    if (isAsked && !isTold.current) sayOutcome();
  });
  useEffect(() => {
    if (lastSync !== null) synced();
  }, [lastSync]);
}
