import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../../shared/failure.ts';
import type { AppState } from '../../../shared/ipc/app.ts';
import { someState } from '../../support/stand-in-app.ts';
import { desktopRig, type DesktopRig } from './desktop-rig.ts';

const MINUTE = 60_000;
const { work } = someState();
const sending: Partial<AppState> = {
  work: { ...work, phase: 'transferring', bytesDone: 25, bytesTotal: 200, filesTotal: 3000 },
};

let rig: DesktopRig;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  rig = await desktopRig();
  await rig.start();
});
afterEach(async () => {
  vi.useRealTimers();
  await rig.close();
});

const say = (change: Partial<AppState>): void => rig.engine.emit('state', someState(change));
const awake = (): string[] => [...rig.electron.awake.values()];

describe('while files are on their way the computer', () => {
  it('stays awake, and may fall asleep some minutes after', () => {
    expect(awake()).toEqual([]);
    say(sending);
    say(sending);
    expect(awake()).toEqual(['prevent-app-suspension']);
    say({});
    vi.advanceTimersByTime(5 * MINUTE - 1);
    expect(awake()).toEqual(['prevent-app-suspension']);
    vi.advanceTimersByTime(1);
    expect(awake()).toEqual([]);
  });

  it('stays awake through a pause of the network, and not through an evening without one', () => {
    say(sending);
    say({ ...sending, connection: 'offline' });
    vi.advanceTimersByTime(4 * MINUTE);
    say(sending);
    vi.advanceTimersByTime(4 * MINUTE);
    expect(awake()).toHaveLength(1);
    say({ ...sending, connection: 'offline' });
    vi.advanceTimersByTime(5 * MINUTE);
    expect(awake()).toEqual([]);
  });

  it('may fall asleep on battery, from the moment on that it is', () => {
    const { powerMonitor } = rig.electron;
    powerMonitor.onBatteryPower = true;
    say(sending);
    expect(awake()).toEqual([]);
    powerMonitor.onBatteryPower = false;
    powerMonitor.emit('on-ac');
    expect(awake()).toHaveLength(1);
    powerMonitor.onBatteryPower = true;
    powerMonitor.emit('on-battery');
    expect(awake()).toEqual([]);
    // Linux tells of none.
    powerMonitor.onBatteryPower = false;
    say(sending);
    expect(awake()).toHaveLength(1);
  });

  it.each<[string, Partial<AppState>]>([
    ['only looking for changes', { work: { ...work, phase: 'scanning' } }],
    ['only reading files to compare them, as every hour', { work: { ...work, phase: 'hashing' } }],
    ['paused', { ...sending, paused: true }],
    ['left with files of a paused site', { ...sending, work: { ...sending.work!, stands: true } }],
    ['not signed in', { ...sending, connection: 'sign-in' }],
  ])('may fall asleep when it is %s', (_, state) => {
    say(state);
    expect(awake()).toEqual([]);
  });

  it('may fall asleep where its person wants that', async () => {
    rig.engine.answer('settings.get', async () => ok({ ...rig.settings, keepAwake: false }));
    say(sending);
    rig.engine.emit('changed', { site: null });
    await vi.waitFor(() => expect(awake()).toEqual([]));
  });

  it('may fall asleep after the end', async () => {
    say(sending);
    rig.electron.app.quit();
    await vi.waitFor(() => expect(awake()).toEqual([]));
  });
});

describe('the button in the taskbar', () => {
  it('shows how far the files are, in whole percents, and then nothing', () => {
    say(sending);
    say(sending);
    say({ work: { ...work, phase: 'transferring', by: 'files', filesDone: 2999, filesTotal: 3000 } });
    say({ work: { ...work, phase: 'scanning' } });
    say({});
    expect(rig.window().progress).toEqual([0.12, 0.99, -1]);
  });

  it('shows it again when the window was closed and opened', () => {
    const window = rig.window();
    window.show();
    say(sending);
    window.hide();
    say(sending);
    window.show();
    say(sending);
    say(sending);
    expect(window.progress).toEqual([0.12, 0.12]);
    window.hide();
    say({});
    window.show();
    say({});
    expect(window.progress).toEqual([0.12, 0.12, -1]);
  });

  it.each<[string, Partial<AppState>]>([
    ['all is paused', { ...sending, paused: true }],
    ['their site is paused', { work: { ...sending.work!, stands: true } }],
  ])('shows nothing while %s, and the files again when they go on', (_, still) => {
    say(sending);
    say(still);
    say(sending);
    expect(rig.window().progress).toEqual([0.12, -1, 0.12]);
  });

  it('shows nothing where there is nothing to measure by', () => {
    say({ work: { ...work, phase: 'transferring' } });
    expect(rig.window().progress).toEqual([]);
  });
});
