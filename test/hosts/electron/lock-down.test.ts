import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { desktopRig, type DesktopRig } from './desktop-rig.ts';
import { StandInContents, StandInEvent } from '../../support/electron/stand-in-window.ts';

let rig: DesktopRig;
beforeEach(async () => {
  rig = await desktopRig();
  await rig.start();
});
afterEach(() => rig.close());

describe('what the page may not do', () => {
  it.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'fileSystem',
    'openExternal',
    'usb',
  ] as const)('is never permitted: %s', (permission) => {
    const answers: boolean[] = [];
    const { session } = rig.electron;
    session.permission!({} as never, permission, (granted) => answers.push(granted), {
      requestingUrl: 'sitesync://app/',
      isMainFrame: true,
    });
    expect(answers).toEqual([false]);
    expect(session.check!(null, permission, 'sitesync://app', {} as never)).toBe(false);
  });

  it('is anything but putting text on the clipboard, from its own page', () => {
    const { session } = rig.electron;
    const may = (requestingUrl: string, isMainFrame: boolean): boolean => {
      let granted = false;
      const details = { requestingUrl, isMainFrame };
      session.permission!({} as never, 'clipboard-sanitized-write', (given) => (granted = given), details);
      return granted;
    };
    expect(may('sitesync://app/#/sites', true)).toBe(true);
    expect([may('sitesync://app/', false), may('https://evil.example/', true)]).toEqual([false, false]);
    const check = (origin: string): boolean =>
      session.check!(null, 'clipboard-sanitized-write', origin, {} as never);
    expect([check('sitesync://app'), check('sitesync://app.evil'), check('https://evil.example')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('gets no device and no picture of the screen', () => {
    const { session } = rig.electron;
    expect(session.device!({} as never)).toBe(false);
    const streams: unknown[] = [];
    session.display!({} as never, (given) => streams.push(given));
    expect(streams).toEqual([null]);
  });

  it.each([
    ['sitesync://app/assets/index.js', true],
    ['blob:sitesync://app/1234', true],
    ['https://evil.example/beacon', false],
    ['http://127.0.0.1:8080/', false],
    ['file:///etc/passwd', false],
    ['sitesync://other/', false],
    ['sitesync://app.evil.example/', false],
    ['ws://evil.example/', false],
    ['data:text/html,x', false],
  ])('loads nothing but its own: %s %s', (url, allowed) => {
    const replies: unknown[] = [];
    rig.electron.session.request!({ url }, (reply) => replies.push(reply));
    expect(replies).toEqual([{ cancel: !allowed }]);
    const download = new StandInEvent();
    rig.electron.session.emit('will-download', download, { getURL: () => url });
    expect(download.defaultPrevented).toBe(!allowed);
  });

  it('opens no window, and has no browser show an address with what it knows', () => {
    const { webContents } = rig.window();
    const addresses = [
      'https://evil.example/?secret',
      'http://docs.example/',
      'file:///etc/passwd',
      'sitesync://app/',
    ];
    for (const url of addresses) expect(webContents.asksToOpen(url)).toEqual({ action: 'deny' });
    expect(rig.electron.outside).toEqual([]);
  });

  it.each([
    ['sitesync://app/', true],
    ['sitesync://app/#/outbox', true],
    ['sitesync://app/content/file/s/k', false],
    ['sitesync://app.evil.example/', false],
    ['sitesync://user@app/', false],
    ['http://evil.example/', false],
    ['https://evil.example/?secret', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
  ])('stays on its page: %s %s', (url, allowed) => {
    expect(rig.window().webContents.mayGoTo(url)).toBe(allowed);
    expect(rig.electron.outside).toEqual([]);
  });

  it('lets no frame go anywhere', () => {
    const { webContents } = rig.window();
    expect(webContents.mayGoTo('https://ads.example/', false)).toBe(false);
    expect(webContents.mayGoTo('sitesync://app/', false)).toBe(false);
    expect(rig.electron.outside).toEqual([]);
  });

  it('follows no redirect and holds no other web content', () => {
    const { webContents } = rig.window();
    for (const name of ['will-redirect', 'will-attach-webview']) {
      const event = new StandInEvent();
      webContents.emit(name, event);
      expect([name, event.defaultPrevented]).toEqual([name, true]);
    }
  });

  it('is so for every page of the process, whoever opened it', () => {
    const other = new StandInContents();
    rig.electron.app.emit('web-contents-created', {}, other);
    expect(other.mayGoTo('http://evil.example/')).toBe(false);
    expect(other.asksToOpen('http://evil.example/')).toEqual({ action: 'deny' });
  });
});
