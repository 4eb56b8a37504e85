/**
 * Runs the packed desktop app in plain Node, after as-electron.ts, lets its page ask a few things, quits it, and prints
 * what came of that as one line of JSON. Arguments: `main` of the packed app, a data folder; `fault`: something in it fails
 * that nobody waits for, and that ends it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type * as StandInModule from '../../support/electron/electron-module.ts';
import { TO_ENGINE } from '../../../shared/ipc/preload.ts';

const [main = '', data = '', fault] = process.argv.slice(2);
process.argv = [process.execPath, main, '--data', data];
// Its types are those of the real one.
const NAME: string = 'electron';
const { standIn } = (await import(NAME)) as typeof StandInModule;
await import(pathToFileURL(main).href);

const until = async (what: () => boolean): Promise<void> => {
  while (!what()) await delay(10);
};
await until(() => standIn.windows.length > 0);
const [window] = standIn.windows;
if (window === undefined) throw new Error('No window');
const { webContents } = window;

if (fault !== undefined) {
  void Promise.reject(new TypeError('x is not a function'));
  await until(() => standIn.app.exitCode !== null);
  const { boxes, app } = standIn;
  process.stdout.write(`${JSON.stringify({ boxes, exitCode: app.exitCode })}\n`);
  process.exit(0);
}

const questions = {
  1: ['app.state', null],
  2: ['outbox.get', { site: null }],
  3: ['app.search', { text: 'pump' }],
} as const;
for (const [id, [command, input]] of Object.entries(questions))
  standIn.ipcMain.emit(
    TO_ENGINE,
    { sender: webContents, senderFrame: webContents.mainFrame },
    JSON.stringify({ kind: 'call', id: Number(id), command, input }),
  );
const answers = (): unknown[] =>
  webContents.sent.flatMap(({ message }) => ((message as { id?: number }).id === undefined ? [] : [message]));
await until(() => answers().length === Object.keys(questions).length);
const page = await standIn.protocols.get('sitesync')?.({
  url: 'sitesync://app/',
  method: 'GET',
  headers: new Headers(),
} as never);
standIn.app.quit();
await until(() => standIn.app.exitCode !== null);
process.stdout.write(
  `${JSON.stringify({
    asked: standIn.app.asked,
    loaded: window.loaded,
    preload: window.options.webPreferences?.preload,
    icon: window.options.icon,
    tray: standIn.trays.map(({ image }) => image),
    answers: answers(),
    page: page?.status,
    token: process.env['SITESYNC_TOKEN'] ?? null,
    exitCode: standIn.app.exitCode,
  })}\n`,
);
process.exit(0);
