import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StandInEvent } from '../../support/electron/stand-in-window.ts';
import { ok } from '../../../shared/failure.ts';
import { desktopRig, type DesktopRig } from './desktop-rig.ts';

let rig: DesktopRig;
beforeEach(async () => {
  rig = await desktopRig();
});
afterEach(() => rig.close());

describe('the window', () => {
  it('has the colour of its page, in whatever theme it comes to be', async () => {
    rig.engine.answer('settings.get', async () => ok({ ...rig.settings, theme: 'dark' }));
    await rig.start();
    // The settings are known only after the window was opened.
    await expect.poll(() => rig.window().color).toBe('#17181a');
    rig.electron.theme.themeSource = 'system';
    expect(rig.window().color).toBe('#ffffff');
    rig.electron.theme.shouldUseDarkColors = true;
    expect(rig.window().color).toBe('#17181a');
  });

  it('has its size on a second screen, too, that is finer than the first', async () => {
    const bounds = { x: 2000, y: 60, width: 1000, height: 700 };
    const [first] = rig.electron.world.screens;
    rig.electron.world.screens = [first!, { x: 1920, y: 0, width: 1920, height: 1080 }];
    writeFileSync(join(rig.data, 'shell.json'), JSON.stringify({ place: { bounds, maximized: false } }));
    await rig.start();
    expect(rig.window().bounds).toEqual(bounds);
  });

  it('leaves the full screen of a Mac before it hides, which would stay black', async () => {
    await rig.start({ platform: 'darwin' });
    const window = rig.window();
    window.fullScreen = true;
    window.close();
    await expect.poll(() => window.visible).toBe(false);
    expect([window.fullScreen, window.black]).toEqual([false, false]);
  });

  it('is a new one after its page died, but not over and over', async () => {
    await rig.start();
    rig.electron.world.answer = null;
    const [first] = rig.electron.windows;
    dies();
    await expect.poll(() => rig.electron.windows.length).toBe(2);
    expect([first!.isDestroyed(), rig.window().loaded, rig.electron.boxes]).toEqual([
      true,
      ['sitesync://app/'],
      [],
    ]);
    dies();
    await expect.poll(() => rig.electron.boxes).toEqual(['The window of SiteSync stopped working twice']);
    expect(rig.electron.windows.length).toBe(2);
  });

  it('tells the diagnostics of what died', async () => {
    await rig.start();
    rig.electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 139 });
    rig.electron.app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit', exitCode: 0 });
    dies();
    await expect
      .poll(() => rig.given().lines?.all())
      .toEqual([
        expect.stringMatching(/Z A process of the window ended: GPU, crashed, 139$/),
        expect.stringMatching(/Z The page of the window ended: crashed$/),
      ]);
    expect(rig.logged).toHaveLength(2);
  });

  it('is never the dead one, whatever the person says to that', async () => {
    await rig.start();
    rig.electron.world.answer = 1;
    dies();
    await expect.poll(() => rig.electron.windows.length).toBe(2);
    dies();
    await expect.poll(() => rig.window().isDestroyed()).toBe(true);
    rig.electron.app.emit('activate');
    expect(rig.electron.windows.map((window) => window.isDestroyed())).toEqual([true, true, false]);
  });

  it('stays away where its page died while it was hidden, until it is wanted', async () => {
    await rig.start();
    rig.window().close();
    dies();
    await expect.poll(() => rig.window().isDestroyed()).toBe(true);
    expect(rig.electron.windows.length).toBe(1);
    rig.electron.app.emit('activate');
    expect([rig.electron.windows.length, rig.window().visible]).toEqual([2, true]);
  });

  it('is a new one where its page hangs and the person will not wait', async () => {
    await rig.start();
    rig.electron.world.answer = 0;
    rig.window().emit('unresponsive');
    await expect.poll(() => rig.electron.windows.length).toBe(2);
    expect(rig.electron.boxes).toEqual(['The window of SiteSync is not answering']);
  });

  it('stays where its page answers again before the person does', async () => {
    await rig.start();
    rig.electron.world.answer = null;
    const window = rig.window();
    window.emit('unresponsive');
    window.emit('unresponsive');
    window.emit('responsive');
    await new Promise(setImmediate);
    window.emit('unresponsive');
    expect([rig.electron.boxes.length, window.isDestroyed()]).toEqual([2, false]);
  });
});

describe('a right click', () => {
  const NOTHING = { canCut: false, canCopy: false, canPaste: true, canSelectAll: true };
  const MARKED = { ...NOTHING, canCopy: true };

  it.each([
    ['pastes into a field', true, '', NOTHING, ['cut', 'copy', 'paste', undefined, 'selectAll'], ['paste']],
    ['copies what is marked', false, 'Plan.pdf', MARKED, ['copy'], ['copy']],
  ])('%s', async (_what, isEditable, selectionText, editFlags, roles, enabled) => {
    await rig.start();
    rig.window().webContents.emit('context-menu', {}, { isEditable, selectionText, editFlags });
    const menu = rig.electron.menus.at(-1)!;
    expect(menu.over).toBe(rig.window());
    expect(menu.items.map(({ role }) => role)).toEqual(roles);
    const can = menu.items.filter((item) => item.enabled === true && item.role !== 'selectAll');
    expect(can.map(({ role }) => role)).toEqual(enabled);
  });

  it('shows nothing elsewhere', async () => {
    await rig.start();
    const before = rig.electron.menus.length;
    const details = { isEditable: false, selectionText: '\n', editFlags: NOTHING };
    rig.window().webContents.emit('context-menu', {}, details);
    expect(rig.electron.menus.length).toBe(before);
  });
});

describe('quitting while the page has something that it would lose', () => {
  const QUESTION = 'Quit before what you started is done?';
  beforeEach(async () => {
    await rig.start();
    rig.window().webContents.beforeUnload = 'asks';
  });

  it('asks, and goes on where the person stays', async () => {
    rig.electron.world.answer = 0;
    rig.window().close();
    expect(rig.window().visible).toBe(false);
    rig.electron.app.quit();
    await expect.poll(() => rig.electron.boxes).toEqual([QUESTION]);
    await new Promise(setImmediate);
    expect([rig.window().visible, rig.engine.closed, rig.electron.app.exitCode]).toEqual([true, 0, null]);
    // Closing the window hides it, as before.
    rig.window().close();
    expect([rig.window().visible, rig.window().isDestroyed()]).toEqual([false, false]);
  });

  it('asks once, and quits where the person wants that', async () => {
    rig.electron.world.answer = 1;
    rig.electron.app.quit();
    rig.electron.app.quit();
    await expect.poll(() => rig.electron.app.exitCode).toBe(0);
    expect([rig.electron.boxes, rig.engine.closed, rig.window().isDestroyed()]).toEqual([
      [QUESTION],
      1,
      true,
    ]);
  });

  it.each([
    ['the system shuts down', (): boolean => rig.electron.powerMonitor.emit('shutdown', new StandInEvent())],
    ['a signal comes', (): void => rig.signal()],
  ])('asks nobody where %s, also while it is asking', async (_what, ends) => {
    rig.electron.world.answer = null;
    rig.electron.app.quit();
    await expect.poll(() => rig.electron.boxes).toEqual([QUESTION]);
    ends();
    await expect.poll(() => rig.electron.app.exitCode).toBe(0);
    expect([rig.electron.boxes.length, rig.engine.closed]).toEqual([1, 1]);
  });

  it('waits for no page that hangs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    rig.window().webContents.beforeUnload = 'hangs';
    rig.electron.app.quit();
    expect(rig.window().isDestroyed()).toBe(false);
    await vi.advanceTimersByTimeAsync(3000);
    vi.useRealTimers();
    await expect.poll(() => rig.electron.app.exitCode).toBe(0);
  });
});

describe('a system that shuts down', () => {
  it('is asked to wait until the current step is finished', async () => {
    await rig.start();
    const event = new StandInEvent();
    rig.electron.powerMonitor.emit('shutdown', event);
    expect(event.defaultPrevented).toBe(true);
    await expect.poll(() => rig.electron.app.exitCode).toBe(0);
    expect(rig.engine.closed).toBe(1);
  });
});

describe('a fault of its own', () => {
  const LATER = 10 * 60_000;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['with its window', true, []],
    ['in the tray', false, ['--hidden']],
  ])('ends it at once, and it is there again as it was: %s', async (_what, isSeen, args) => {
    await rig.start();
    if (!isSeen) rig.window().close();
    vi.setSystemTime(Date.now() + LATER);
    rig.fault(new TypeError('x is not a function'));
    rig.fault(new Error('what followed from it'));
    expect([rig.electron.app.relaunches, rig.electron.app.exitCode]).toEqual([[{ args }], 1]);
    expect([rig.engine.closed, rig.electron.boxes]).toEqual([0, []]);
    expect(readFileSync(join(rig.data, 'last-fault.txt'), 'utf8')).toMatch(
      /^\S+Z SiteSync \S+\nTypeError: x is not a function\n/,
    );
  });

  it('brings nothing back that somebody has quit', async () => {
    await rig.start();
    let isClosing = false;
    rig.engine.close = () => {
      isClosing = true;
      return new Promise(() => undefined);
    };
    rig.electron.app.quit();
    await expect.poll(() => isClosing).toBe(true);
    vi.setSystemTime(Date.now() + LATER);
    rig.fault(new Error('the database is closed'));
    expect([rig.electron.app.relaunches, rig.electron.app.exitCode]).toEqual([[], 1]);
  });

  it('is told in words where it comes soon after the start, and would only come again', async () => {
    await rig.start();
    rig.fault('nonsense');
    expect(rig.electron.boxes).toEqual([
      expect.stringMatching(/^SiteSync stopped because of an error in the program: .*last-fault\.txt/),
    ]);
    expect([rig.electron.app.relaunches, rig.electron.app.exitCode]).toEqual([[], 1]);
  });
});

function dies(): void {
  rig.window().webContents.emit('render-process-gone', {}, { reason: 'crashed' });
}
