import type { IpcMainEvent, WebContents } from 'electron';
import { fitsMessage } from '../../../../shared/ipc/limits.ts';
import { HANDED_OVER, TO_ENGINE, TO_RENDERER } from '../../../../shared/ipc/preload.ts';
import { parseJson } from '../../../../shared/model/json.ts';
import { createConnection, type Connection, type Handlers } from '../../../../shared/ipc/server.ts';
import type { App } from '../../../app/app.ts';
import { KnownPaths } from '../../page/known-paths.ts';
import type { ElectronParts } from '../electron-parts.ts';
import { isPage } from './origin.ts';

export interface IpcBridgeOptions {
  readonly ipcMain: ElectronParts['ipcMain'];
  readonly app: Pick<App, 'handlers' | 'subscribe'>;
  /** The contents of the one window whose messages count; null while there is no window. */
  readonly contents: () => WebContents | null;
  readonly onBug: (command: string, error: unknown) => void;
}

/**
 * Carries the contract over the one channel of the page; on another the preload tells which paths a person handed over. A
 * message counts only if it comes from the page itself, in the main frame of our window, as text of bounded length.
 * Everything else is dropped without an answer.
 */
export function ipcBridge(options: IpcBridgeOptions): { close(): void } {
  const { ipcMain, app } = options;
  const paths = new KnownPaths();
  const handlers = paths.guard(app.handlers);
  let current: Talk | null = null;
  const textOf = (event: IpcMainEvent, text: unknown): string | null =>
    isOurs(event, options.contents()) && typeof text === 'string' && fitsMessage(text) ? text : null;
  const receive = (event: IpcMainEvent, given: unknown): void => {
    const text = textOf(event, given);
    if (text === null) return;
    if (current?.contents !== event.sender || current.isOver) current = talk(options, handlers, event.sender);
    current.connection.receive(parseJson(text));
  };
  const takeOver = (event: IpcMainEvent, given: unknown): void => {
    const path = textOf(event, given);
    if (path !== null) paths.handOver(path);
  };
  ipcMain.on(TO_ENGINE, receive);
  ipcMain.on(HANDED_OVER, takeOver);
  return {
    close: () => {
      ipcMain.off(TO_ENGINE, receive);
      ipcMain.off(HANDED_OVER, takeOver);
      current?.end();
    },
  };
}

function isOurs({ sender, senderFrame }: IpcMainEvent, contents: WebContents | null): boolean {
  if (contents === null || sender !== contents) return false;
  return senderFrame !== null && senderFrame.parent === null && isPage(senderFrame.url);
}

/** A page's connection: from its first message until it is reloaded, its process dies or the window closes. */
interface Talk {
  readonly contents: WebContents;
  readonly connection: Connection;
  readonly isOver: boolean;
  end(): void;
}

function talk({ app, onBug }: IpcBridgeOptions, handlers: Handlers, contents: WebContents): Talk {
  let isOver = false;
  const connection = createConnection({
    handlers,
    post: (message) => {
      if (!isOver && !contents.isDestroyed()) contents.send(TO_RENDERER, message);
    },
    onBug,
  });
  const stop = app.subscribe((name, payload) => connection.send(name, payload));
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    stop();
    connection.close();
    contents.off('did-start-navigation', onNavigation);
    contents.off('render-process-gone', end);
    contents.off('destroyed', end);
  };
  const onNavigation = (event: { readonly isMainFrame: boolean; readonly isSameDocument: boolean }): void => {
    if (event.isMainFrame && !event.isSameDocument) end();
  };
  contents.on('did-start-navigation', onNavigation);
  contents.on('render-process-gone', end);
  contents.on('destroyed', end);
  return {
    contents,
    connection,
    get isOver() {
      return isOver;
    },
    end,
  };
}
