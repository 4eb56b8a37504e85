import { expect, it } from 'vitest';
import type { AppState } from '../../../shared/ipc/app.ts';
import { trayFace } from '../../../main/hosts/electron/tray-face.ts';
import { someState } from '../../support/stand-in-app.ts';

const outbox = { pending: 0, issues: 0, conflicts: 0, held: 0 };
const { account, work } = someState();
const busy: AppState['work'] = { ...work, phase: 'transferring', filesDone: 3, filesTotal: 1203 };

const failure = (code: string): AppState['trouble'] => ({ code, message: '', hint: '', retry: 'later' });

it.each<[string, string, Partial<AppState> | null]>([
  ['busy', 'Starting…', null],
  ['busy', 'Connecting…', { connection: 'unknown' }],
  ['busy', 'Connecting…', { connection: 'online', lastSync: null }],
  ['idle', 'Up to date', { lastSync: 1 }],
  ['busy', 'Connecting…', { connection: 'unknown', lastSync: 1 }],
  ['attention', 'Sign in to go on', { account: { ...account, signedIn: false } }],
  ['attention', 'Sign in to go on', { connection: 'sign-in', paused: true }],
  ['paused', 'Paused', { paused: true, connection: 'offline' }],
  ['paused', 'Paused until 07:05', { paused: true, pausedUntil: new Date(2026, 2, 3, 7, 5).getTime() }],
  ['offline', 'Offline: your changes wait', { connection: 'offline', outbox: { ...outbox, issues: 1 } }],
  ['attention', '1 thing needs you', { outbox: { ...outbox, held: 1 } }],
  [
    'attention',
    '3 things need you',
    { outbox: { pending: 9, issues: 1, conflicts: 1, held: 1 }, work: busy },
  ],
  ['busy', 'Syncing: 1,200 files left', { work: busy }],
  ['busy', 'Syncing', { work: { ...work, phase: 'listing' } }],
  ['busy', '1 change waiting', { outbox: { ...outbox, pending: 1 }, lastSync: 1 }],
  ['busy', 'The service is busy', { lastSync: 1, trouble: failure('busy') }],
  [
    'busy',
    'The service is failing',
    { lastSync: 1, connection: 'unknown', trouble: failure('service-error') },
  ],
])('shows %s: %s', (icon, line, change) => {
  expect(trayFace(change === null ? null : someState(change))).toMatchObject({ icon, line });
});
