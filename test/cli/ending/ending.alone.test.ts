import { isatty } from 'node:tty';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Ending } from '../../../main/hosts/cli/ending.ts';

vi.mock('node:tty', () => ({ isatty: vi.fn<(descriptor: number) => boolean>(() => false) }));

const GRACE = 5000;
const listening = (): number => process.listenerCount('SIGTERM');
let before: number;
let ending: Ending;

beforeEach(() => {
  vi.useFakeTimers();
  before = listening();
  ending = new Ending(process);
  ending.takeSignals();
});

afterEach(() => {
  // Those that are left go as they do by themselves.
  ending.stop();
  vi.advanceTimersByTime(2 * GRACE);
  vi.useRealTimers();
  vi.mocked(isatty).mockReturnValue(false);
});

const aborted = (): readonly boolean[] => [ending.stopping.aborted, ending.breaking.aborted];

it('finishes the step at the first signal, and breaks it off after a grace time', () => {
  process.emit('SIGTERM', 'SIGTERM');
  vi.advanceTimersByTime(GRACE - 1);
  expect(aborted()).toEqual([true, false]);
  vi.advanceTimersByTime(1);
  expect(aborted()).toEqual([true, true]);
});

it('breaks it off at the second signal, not where its output is lost before the first', () => {
  process.stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  const { exitCode } = process;
  process.exitCode = undefined;
  expect([exitCode, ...aborted()]).toEqual([141, true, false]);
  process.emit('SIGTERM', 'SIGTERM');
  expect(aborted()).toEqual([true, false]);
  process.emit('SIGINT', 'SIGINT');
  expect(aborted()).toEqual([true, true]);
});

it('listens all the time also where it goes over to the first signal alone', () => {
  const counts: number[] = [];
  const left = (name: string): void => void (name === 'SIGTERM' && counts.push(listening()));
  process.on('removeListener', left);
  ending.takeFirstSignal();
  process.off('removeListener', left);
  expect(counts).toEqual([before + 1]);
  process.emit('SIGTERM', 'SIGTERM');
  expect(aborted()).toEqual([true, false]);
});

it('leaves signals to the system where what was broken off still does not end', () => {
  process.emit('SIGTERM', 'SIGTERM');
  process.emit('SIGTERM', 'SIGTERM');
  expect(listening()).toBe(before + 1);
  vi.advanceTimersByTime(GRACE);
  expect(listening()).toBe(before);
});

it.skipIf(process.platform === 'win32')('ends when its terminal is gone, but where it never had one', () => {
  process.emit('SIGHUP', 'SIGHUP');
  expect(aborted()).toEqual([false, false]);
  vi.mocked(isatty).mockReturnValue(true);
  const there = new Ending(process);
  there.takeSignals();
  process.emit('SIGHUP', 'SIGHUP');
  expect([there.stopping.aborted, ending.stopping.aborted]).toEqual([true, false]);
  there.stop();
});

it('on Windows it also ends with Ctrl+Break, and when the console is closed', () => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  try {
    const there = new Ending(process);
    there.takeSignals();
    // The one of before, which is not on Windows, hears nothing.
    process.emit('SIGHUP', 'SIGHUP');
    expect([there.stopping.aborted, ending.stopping.aborted]).toEqual([true, false]);
    process.emit('SIGBREAK', 'SIGBREAK');
    expect(there.breaking.aborted).toBe(true);
    vi.advanceTimersByTime(GRACE);
    expect(process.listenerCount('SIGBREAK')).toBe(0);
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
});
