import type { AppState } from '../../../shared/ipc/app.ts';
import { timeOfDay } from '../system/time-text.ts';
import { WORDS } from './words.ts';

export const TRAY_ICONS = ['idle', 'busy', 'paused', 'offline', 'attention'] as const;
export type TrayIcon = (typeof TRAY_ICONS)[number];

/** How the tray shows the state: an icon, always with words. */
export interface TrayFace {
  readonly icon: TrayIcon;
  readonly line: string;
  readonly paused: boolean;
  readonly signedIn: boolean;
}

/** Decides from the state alone, never from events. */
export function trayFace(state: AppState | null): TrayFace {
  if (state === null) return { icon: 'busy', line: WORDS.starting, paused: false, signedIn: false };
  const { paused } = state;
  const signedIn = state.account.signedIn;
  return { ...lookOf(state), paused, signedIn };
}

function pausedLine(until: number | null): string {
  return until === null ? WORDS.paused : WORDS.pausedUntil(timeOfDay(until));
}

function lookOf(state: AppState): Pick<TrayFace, 'icon' | 'line'> {
  const { connection, outbox, work } = state;
  const needs = outbox.issues + outbox.conflicts + outbox.held;
  if (!state.account.signedIn || connection === 'sign-in') return { icon: 'attention', line: WORDS.signIn };
  if (state.paused) return { icon: 'paused', line: pausedLine(state.pausedUntil) };
  if (connection === 'offline') return { icon: 'offline', line: WORDS.offline };
  if (needs > 0) return { icon: 'attention', line: WORDS.needs(needs) };
  if (work.phase !== 'idle') return { icon: 'busy', line: WORDS.syncing(work) };
  if (outbox.pending > 0) return { icon: 'busy', line: WORDS.waiting(outbox.pending) };
  const { trouble } = state;
  if (trouble !== null)
    return { icon: 'busy', line: trouble.code === 'busy' ? WORDS.serviceBusy : WORDS.serviceFails };
  // "Up to date" only after the service has said so.
  return connection === 'online' && state.lastSync !== null
    ? { icon: 'idle', line: WORDS.upToDate }
    : { icon: 'busy', line: WORDS.connecting };
}
