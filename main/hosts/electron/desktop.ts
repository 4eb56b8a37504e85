import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { RecentLines } from '../compose/recent-lines.ts';
import { makeFoldersNow } from '../../adapters/disk/own-files/make-folders.ts';
import { whyNotOurs } from '../../adapters/disk/own-files/private.ts';
import { isErrno } from '../../adapters/disk/problem.ts';
import { REFUSED } from '../start/refused.ts';
import { safeCipher } from './computer/cipher.ts';
import type { DesktopOptions } from './desktop-options.ts';
import { watchFaults, type Standing } from './faults.ts';
import { electronServices } from './host-services.ts';
import { ipcBridge } from './window/ipc-bridge.ts';
import { HIDDEN, loginItem, renewLoginItem, setLoginItem, startsHidden } from './computer/login-item.ts';
import { lockDown } from './window/lock-down.ts';
import { mainWindow } from './window/main-window.ts';
import { moveIn } from './computer/move-in.ts';
import { OUR_SCHEME, SCHEME } from './window/origin.ts';
import { pageProtocol } from './window/page-protocol.ts';
import { utilityRunner } from './computer/run-child.ts';
import { openShell, type ShellOptions } from './shell.ts';
import { startAgain } from './computer/start-again.ts';
import { ShellMemory } from './shell-memory.ts';
import { dropStrangeLock, hasLock } from './computer/single-instance.ts';
import { readFeed } from './updates/update-feed.ts';
import { watchWaking } from './computer/wake.ts';
import { WORDS } from './words.ts';

/** Windows shows notifications under this name. electron-builder.yml has the same one. */
const APP_ID = 'app.sitesync.desktop';

/**
 * Runs the desktop app from start to end. Must be called before Electron is ready: the scheme and the sandbox cannot be
 * set later.
 */
export async function runDesktop(given: DesktopOptions): Promise<void> {
  const lines = new RecentLines();
  const log = (line: string): void => {
    lines.add(line);
    given.log(line);
  };
  // Electron takes full paths only. A relative one starts from the current folder, as for the command line.
  const options = { ...given, data: resolve(given.data), log };
  const { app, protocol } = options.electron;
  let started: Started | null = null;
  watchFaults({ ...options, lines: () => lines.all(), standing: () => started?.standing() ?? 'hidden' });
  const placed = placeBrowserData(options);
  if (!placed.ok) {
    await refuse(options, placed.failure);
    return;
  }
  app.enableSandbox();
  // Only Windows has it.
  if (options.platform === 'win32') app.setAppUserModelId(APP_ID);
  protocol.registerSchemesAsPrivileged([OUR_SCHEME]);
  // One instance per data folder: a second one only brings the window of the first to the front.
  const isPosix = options.platform !== 'win32';
  if (isPosix) dropStrangeLock(placed.value);
  if (!app.requestSingleInstanceLock()) {
    if (isPosix && !hasLock(placed.value)) await refuse(options, noLock(options.data));
    else app.quit();
    return;
  }
  // Whoever starts it a second time wants to see it, even while it is still starting in the tray.
  let isWanted = false;
  app.on('second-instance', (_event, argv) => {
    isWanted ||= !argv.includes(HIDDEN);
  });
  await app.whenReady();
  lockDown(options.electron);
  // Chromium restarts these by itself, and draws without the graphics card if that keeps failing.
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log(`A process of the window ended: ${type}, ${reason}, ${exitCode}`);
  });
  if (!startsHidden(options) && (await moveIn(options))) return;
  const memory = new ShellMemory(options.data, options.log);
  const updates = readFeed(options.data, log);
  const window = mainWindow({ ...options, memory, onHidden: () => started?.onHidden() });
  const opened = await options.openApp({
    data: options.data,
    program: 'the desktop app',
    host: electronServices({
      electron: options.electron,
      window: () => window.current,
      updates,
      login: { setLoginItem: (on) => setLoginItem(options, on), loginItem: () => loginItem(options) },
    }),
    secrets: {
      encrypt: safeCipher(options.electron, options.platform),
      runChild: utilityRunner(options.electron),
    },
    log: given.log,
    lines,
  });
  if (!opened.ok) {
    await refuse(options, opened.failure);
    return;
  }
  renewLoginItem(options);
  started = start({ ...options, engine: opened.value, window, memory, feed: updates.feed });
  if (isWanted || !startsHidden(options)) window.show();
}

/**
 * Puts what Chromium keeps into the data folder, and with it the lock of the single instance. The page keeps nothing
 * important. Returns the folder of both.
 */
function placeBrowserData({ electron, data }: DesktopOptions): Result<string> {
  const foreign = whyNotOurs(data);
  if (foreign !== null) return fail(foreign);
  const folder = join(data, 'window');
  try {
    // Electron takes only a folder that exists. This makes the data folder too, which nobody else may look into.
    makeFoldersNow(folder, 0o700);
    tryToWrite(join(folder, 'can-be-written'));
    electron.app.setPath('userData', folder);
    return ok(folder);
  } catch (error) {
    return fail({
      code: 'bad-input',
      message: `The data folder ${data} cannot be used.`,
      hint: 'Name a folder that you may write to with --data.',
      retry: 'on-change',
      detail: String(error),
    });
  }
}

/** If nothing can be written, Chromium would take itself for the second instance and end without a word. */
function tryToWrite(file: string): void {
  try {
    writeFileSync(file, '\n');
  } catch (error) {
    // A full disk is no reason not to start.
    if (!isErrno(error, 'ENOSPC', 'EDQUOT')) throw error;
  }
  try {
    rmSync(file, { force: true });
  } catch {
    // On Windows, a virus scanner may look at it: it was written all the same.
  }
}

function noLock(data: string): Failure {
  return {
    code: 'bad-input',
    message: `The data folder ${data} cannot be used: nothing on its drive keeps a second SiteSync out of it.`,
    hint: 'Name a folder on a drive of this computer with --data, not on a stick or a network drive.',
    retry: 'on-change',
  };
}

interface Started {
  /** What to do when the window was closed. */
  readonly onHidden: () => void;
  readonly standing: () => Standing;
}

/** Starts everything around the engine. */
function start(options: ShellOptions): Started {
  const { electron, engine, window } = options;
  const onBug = (where: string, error: unknown): void =>
    options.log(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const shell = openShell(options);
  electron.protocol.handle(SCHEME, pageProtocol({ app: engine, page: options.page, onBug }));
  const bridge = ipcBridge({
    ipcMain: electron.ipcMain,
    app: { handlers: shell.handlers, subscribe: (listener) => engine.subscribe(listener) },
    contents: () => window.current?.webContents ?? null,
    onBug,
  });
  const stopWaking = watchWaking(electron, () => engine.wake());
  // A listener keeps Electron from ending when the window closes.
  electron.app.on('window-all-closed', () => undefined);
  const life = endInOrder(options, async (hurry) => {
    stopWaking();
    shell.ending(hurry);
    window.end();
    bridge.close();
    await engine.close();
    shell.close();
  });
  const open = (): void => {
    if (life.isEnding) life.startAgain();
    else window.show();
  };
  // A computer may start it twice: once from the restored session, once as a login item.
  electron.app.on('second-instance', (_event, argv) => {
    if (!argv.includes(HIDDEN)) open();
  });
  electron.app.on('activate', open);
  const isSeen = (): boolean => window.current?.isVisible() === true;
  return {
    onHidden: () => shell.sayStillHere(),
    standing: () => (life.isEnding ? 'ending' : isSeen() ? 'seen' : 'hidden'),
  };
}

/** Longer than the engine gives its transfers. After it SiteSync ends as if killed, which costs nothing, ms. */
const PATIENCE = 20_000;

interface Life {
  readonly isEnding: boolean;
  /** SiteSync is started while it ends: once it has ended it starts again, once, however often it was asked. */
  startAgain(): void;
}

/**
 * Quitting always finishes the current step first. If the page would lose something, a person who quits is asked; a
 * system that shuts down, or a signal, is not kept waiting.
 */
function endInOrder(options: ShellOptions, end: (hurry: boolean) => Promise<void>): Life {
  const { electron, log, window } = options;
  let phase: 'running' | 'asking' | 'ending' | 'over' = 'running';
  let startsAgain = false;
  const begin = (hurry: boolean): void => {
    if (phase === 'ending' || phase === 'over') return;
    phase = 'ending';
    const timer = setTimeout(() => electron.app.exit(0), PATIENCE);
    void end(hurry)
      .catch((error: unknown) => log(`Ending: ${String(error)}`))
      .finally(() => {
        clearTimeout(timer);
        phase = 'over';
        electron.app.quit();
      });
  };
  const beginUnlessStayed = async (): Promise<void> => {
    if (phase !== 'running') return;
    phase = 'asking';
    const leaves = await window.leave();
    if (phase !== 'asking') return;
    phase = 'running';
    if (leaves) begin(false);
  };
  electron.app.on('before-quit', (event) => {
    if (phase === 'over') return;
    event.preventDefault();
    void beginUnlessStayed();
  });
  // Electron's documentation has this event, its types do not. Preventing it makes the system wait some seconds.
  electron.powerMonitor.on('shutdown', (event?: Pick<Event, 'preventDefault'>) => {
    event?.preventDefault();
    begin(true);
  });
  options.onSignal(() => begin(true));
  return {
    get isEnding() {
      return phase === 'ending' || phase === 'over';
    },
    startAgain: () => {
      // Each call would start another SiteSync.
      if (!startsAgain) startAgain(options);
      startsAgain = true;
    },
  };
}

async function refuse({ electron, log }: DesktopOptions, failure: Failure): Promise<void> {
  log(`${failure.message} ${failure.detail ?? ''}`);
  // Before that, Electron only writes to the terminal on Linux.
  await electron.app.whenReady();
  electron.dialog.showErrorBox(WORDS.notStarted, `${failure.message}\n\n${failure.hint}`);
  electron.app.exit(REFUSED);
}
