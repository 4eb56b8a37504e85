import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LaunchItems } from 'electron';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { desktopRig, type DesktopRig } from './desktop-rig.ts';

let rig: DesktopRig;
beforeEach(async () => {
  rig = await desktopRig();
});
afterEach(() => rig.close());

describe('what starts with the computer, as the system has it', () => {
  const entry = (enabled: boolean): LaunchItems => ({
    name: 'app.sitesync.desktop',
    path: String.raw`C:\SiteSync\SiteSync.exe`,
    args: ['--hidden'],
    scope: 'user',
    enabled,
  });

  it.each([
    ['off', false, []],
    ['on', true, [entry(true)]],
    // The task manager leaves the entry and switches it off.
    ['off-in-system', false, [entry(false)]],
  ] as const)('is %s on Windows', async (state, executableWillLaunchAtLogin, launchItems) => {
    await rig.start({ platform: 'win32' });
    Object.assign(rig.electron.app.atLogin, { executableWillLaunchAtLogin, launchItems });
    expect(rig.given().host.loginItem()).toBe(state);
  });

  it.each([
    ['off', 'not-registered', false],
    ['off', 'not-found', false],
    ['on', 'enabled', true],
    ['off-in-system', 'requires-approval', false],
    // Before macOS 13 there is no state.
    ['on', undefined, true],
    ['off', undefined, false],
  ] as const)('is %s on a Mac that says %s', async (state, status, openAtLogin) => {
    await rig.start({ platform: 'darwin' });
    Object.assign(rig.electron.app.atLogin, { status, openAtLogin });
    expect(rig.given().host.loginItem()).toBe(state);
  });

  it('is asked for with the arguments that it was set with', async () => {
    const data = join(rig.data, 'my data');
    await rig.start({ data, argv: ['sitesync', '--data', data], platform: 'win32' });
    rig.given().host.loginItem();
    expect(rig.electron.app.askedAtLogin).toEqual([{ args: ['--hidden', '--data', `"${data}"`] }]);
  });

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
    'is switched off on Linux by %s, which outlasts the next start',
    async (line) => {
      const file = join(rig.data, 'config', 'autostart', 'sitesync.desktop');
      await rig.start();
      const { host } = rig.given();
      expect(host.loginItem()).toBe('off');
      host.setLoginItem(true);
      expect(host.loginItem()).toBe('on');
      writeFileSync(file, `${readFileSync(file, 'utf8')}${line}\n`);
      expect(host.loginItem()).toBe('off-in-system');
      await rig.start();
      expect(readFileSync(file, 'utf8')).toContain(line);
      host.setLoginItem(true);
      expect(host.loginItem()).toBe('on');
      expect(readFileSync(file, 'utf8')).not.toContain(line);
    },
  );

  it('is off on Linux where it starts with another data folder', async () => {
    const file = join(rig.data, 'config', 'autostart', 'sitesync.desktop');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'Exec="/opt/SiteSync/sitesync" --hidden --data "/elsewhere"\n');
    await rig.start();
    expect(rig.given().host.loginItem()).toBe('off');
  });

  it('cannot be set in a checkout, and the screens are told so', async () => {
    rig.electron.app.isPackaged = false;
    await rig.start();
    expect(rig.given().host.can.loginItem).toBe(false);
  });
});
