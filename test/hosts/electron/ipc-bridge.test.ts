import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../shared/failure.ts';
import { commands } from '../../../shared/ipc/contract.ts';
import { MESSAGE_BYTES } from '../../../shared/ipc/limits.ts';
import { HANDED_OVER, TO_ENGINE } from '../../../shared/ipc/preload.ts';
import { someState } from '../../support/stand-in-app.ts';
import { desktopRig, type DesktopRig } from './desktop-rig.ts';
import { frameAt, StandInContents } from '../../support/electron/stand-in-window.ts';
import { ownWorkOf } from '../../support/measures/own-work.ts';

let rig: DesktopRig;
beforeEach(async () => {
  rig = await desktopRig();
  await rig.start();
  rig.engine.answer('app.search', async () => ok([]));
});
afterEach(() => rig.close());

const search = { kind: 'call', id: 1, command: 'app.search', input: { text: 'pump' } };
const searches = (): number => rig.engine.calls.filter(({ command }) => command === 'app.search').length;
/** Answered after everything that was said before it. */
const lastWord = async (): Promise<void> => {
  rig.say({ ...search, id: 99 });
  await expect.poll(() => rig.told()).toContainEqual({ kind: 'answer', id: 99, output: [] });
};

describe('the bridge of the window', () => {
  it('is one channel for the page and one for its preload, and nothing of Electron beside them', () => {
    expect(rig.electron.ipcMain.eventNames()).toEqual([TO_ENGINE, HANDED_OVER]);
  });

  it('carries calls, answers and events', async () => {
    rig.say(search);
    await expect.poll(() => rig.told()).toContainEqual({ kind: 'answer', id: 1, output: [] });
    rig.engine.emit('toast', { kind: 'done', text: 'Done.' });
    expect(rig.told()).toContainEqual({
      kind: 'event',
      name: 'toast',
      payload: { kind: 'done', text: 'Done.' },
    });
    expect(rig.told()).toContainEqual({ kind: 'event', name: 'state', payload: someState() });
  });

  it.each(Object.keys(commands) as (keyof typeof commands)[])(
    'gives %s only what its schema lets through',
    async (command) => {
      const before = rig.engine.calls.length;
      const wrong = commands[command].input.safeParse(7).success ? { no: 'such' } : 7;
      rig.say({ kind: 'call', id: 1, command, input: wrong });
      await expect
        .poll(() => rig.told())
        .toContainEqual(
          expect.objectContaining({
            kind: 'failed',
            id: 1,
            failure: expect.objectContaining({ code: 'bad-input' }),
          }),
        );
      expect(rig.engine.calls.slice(before)).toEqual([]);
    },
  );

  it.each([
    ['an unknown command', { ...search, command: 'app.quit' }],
    ['a name of every object', { ...search, command: 'constructor' }],
    ['the prototype', { ...search, command: '__proto__' }],
    ['a name without end', { ...search, command: 'x'.repeat(10_000) }],
    ['an id that is no number', { ...search, id: '1' }],
    ['another kind', { ...search, kind: 'eval' }],
    ['a list', [search]],
    ['no JSON', '{"kind":'],
    ['an empty text', ''],
    ['null', 'null'],
    [
      'a text that is too long',
      `{"kind":"call","id":1,"command":"app.search","input":{"text":"${'x'.repeat(5000)}"}}`,
    ],
    [
      'a prototype in the input',
      '{"kind":"call","id":1,"command":"app.search","input":{"__proto__":{"text":"x"}}}',
    ],
  ])('hands the engine nothing for %s', async (_name, message) => {
    rig.say(message);
    await lastWord();
    expect(searches()).toBe(1);
  });

  it('drops a hundred megabytes before anything is made of them', async () => {
    const huge = `{"kind":"call","id":1,"command":"app.search","input":{"text":"${'x'.repeat(100_000_000)}"}}`;
    const took = ownWorkOf(() => {
      rig.say(huge);
      rig.say(huge.slice(0, MESSAGE_BYTES + 1));
    });
    expect(took).toBeLessThan(5000);
    await lastWord();
    expect(searches()).toBe(1);
    expect(rig.told().filter((each) => (each as { id?: number }).id === 1)).toEqual([]);
  });

  it.each([
    ['an object', { ...search }],
    ['bytes', new Uint8Array(10)],
    ['nothing', undefined],
    ['a number', 7],
  ])('takes text alone, not %s', async (_name, given) => {
    const { webContents } = rig.window();
    const from = { sender: webContents, senderFrame: webContents.mainFrame };
    rig.electron.ipcMain.emit(TO_ENGINE, from, given);
    rig.electron.ipcMain.emit(TO_ENGINE, from);
    await lastWord();
    expect(searches()).toBe(1);
  });

  it('hears nobody but the page, in the main frame of its window', async () => {
    const { webContents } = rig.window();
    const inside = frameAt('sitesync://app/', webContents.mainFrame);
    const other = new StandInContents();
    other.mainFrame = frameAt('sitesync://app/');
    rig.say(search, { sender: other as never, senderFrame: other.mainFrame });
    rig.say(search, { senderFrame: null });
    rig.say(search, { senderFrame: inside });
    const before = webContents.mainFrame;
    for (const url of [
      'https://evil.example/',
      'sitesync://app.evil.example/',
      'about:blank',
      'file:///x',
      'sitesync://app/content/file/s/k',
    ]) {
      webContents.mainFrame = frameAt(url);
      rig.say(search);
    }
    webContents.mainFrame = before;
    await lastWord();
    expect(searches()).toBe(1);
  });

  describe('of paths', () => {
    const failed = (id: number): unknown =>
      expect.objectContaining({
        kind: 'failed',
        id,
        failure: expect.objectContaining({ code: 'bad-input' }),
      });
    const asked = (command: string): number =>
      rig.engine.calls.filter((call) => call.command === command).length;
    const review = (id: number, paths: readonly string[]): void => {
      const input = { site: 's', category: null, paths, files: null };
      rig.say({ kind: 'call', id, command: 'drop.review', input });
    };
    const follow = (id: number, folder: string): void => {
      rig.say({ kind: 'call', id, command: 'sites.follow', input: { site: 's', folder, keep: null } });
    };

    it('takes those that a person dropped, and no others', async () => {
      rig.engine.answer('drop.review', async () => ok({ drop: 'd', site: 's', rows: [], skipped: [] }));
      rig.handOver('/home/anna/plan.pdf');
      review(1, ['/home/anna/plan.pdf']);
      review(2, ['/home/anna/plan.pdf', '/home/anna/.ssh/id_ed25519']);
      await expect.poll(() => rig.told()).toContainEqual(failed(2));
      expect(rig.told()).toContainEqual(expect.objectContaining({ kind: 'answer', id: 1 }));
      expect(asked('drop.review')).toBe(1);
    });

    it('takes as many files as a person drops at once', async () => {
      rig.engine.answer('drop.review', async () => ok({ drop: 'd', site: 's', rows: [], skipped: [] }));
      const photos = Array.from({ length: 120_000 }, (_, at) => `/home/anna/photos/IMG_${at}.jpg`);
      for (const photo of photos) rig.handOver(photo);
      review(1, photos);
      await expect.poll(() => rig.told()).toContainEqual(expect.objectContaining({ kind: 'answer', id: 1 }));
      expect(asked('drop.review')).toBe(1);
    });

    it('believes nobody but the preload that one was dropped', async () => {
      const { webContents } = rig.window();
      rig.handOver('/etc/shadow', { senderFrame: frameAt('sitesync://app/', webContents.mainFrame) });
      rig.handOver(['/etc/shadow']);
      rig.say('/etc/shadow');
      review(1, ['/etc/shadow']);
      await expect.poll(() => rig.told()).toContainEqual(failed(1));
      expect(asked('drop.review')).toBe(0);
    });

    it('takes a folder that a person chose, or in which a site is kept, and no other', async () => {
      rig.engine.answer('host.chooseFolder', async () => ok('/home/anna/handover'));
      rig.engine.answer('drop.review', async () => ok({ drop: 'd', site: 's', rows: [], skipped: [] }));
      rig.engine.answer('sites.list', async () => ok([{ followed: { folder: '/sites/Harbour House' } }]));
      rig.engine.answer('sites.follow', async () => ok(null));
      rig.say({ kind: 'call', id: 1, command: 'host.chooseFolder', input: { from: null } });
      rig.say({ kind: 'call', id: 2, command: 'sites.list', input: null });
      await expect.poll(() => rig.told()).toContainEqual(expect.objectContaining({ kind: 'answer', id: 2 }));
      review(3, ['/home/anna/handover']);
      // A site's files are there already: nobody drops them.
      review(4, ['/sites/Harbour House']);
      follow(5, '/sites/Harbour House');
      follow(6, '/home/anna/handover');
      follow(7, '/home/anna');
      await expect.poll(() => rig.told()).toContainEqual(failed(7));
      expect(rig.told()).toContainEqual(failed(4));
      await expect.poll(() => asked('drop.review')).toBe(1);
      await expect.poll(() => asked('sites.follow')).toBe(2);
    });
  });

  it('answers so many at once, and refuses the rest in words', async () => {
    rig.engine.answer('app.search', () => new Promise(() => undefined));
    for (let id = 1; id <= 1000; id += 1) rig.say({ ...search, id });
    await expect.poll(() => searches()).toBe(200);
    const refused = rig.told().filter((each) => (each as { kind: string }).kind === 'failed');
    expect(refused.length).toBe(800);
  });

  it('breaks off what a page asked for when it is reloaded, and tells the next one nothing of it', async () => {
    let answer: (value: never) => void = () => undefined;
    rig.engine.answer('app.search', () => new Promise((resolve) => (answer = resolve as never)));
    rig.say(search);
    await expect.poll(() => searches()).toBe(1);
    const listening = rig.engine.listening();
    rig.window().webContents.navigated(true);
    expect(rig.engine.calls.at(-1)!.signal.aborted).toBe(false);
    rig.window().webContents.navigated();
    expect(rig.engine.calls.at(-1)!.signal.aborted).toBe(true);
    expect(rig.engine.listening()).toBe(listening - 1);
    answer(ok([]) as never);
    rig.engine.answer('app.search', async () => ok([]));
    await lastWord();
    expect(rig.told().filter((each) => (each as { id?: number }).id === 1)).toEqual([]);
    expect(rig.engine.listening()).toBe(listening);
  });

  it('forgets a page whose process died', async () => {
    await lastWord();
    const listening = rig.engine.listening();
    rig.window().webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(rig.engine.listening()).toBe(listening - 1);
    await lastWord().catch(() => undefined);
  });
});
