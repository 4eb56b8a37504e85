import type { IpcMainEvent, WebContents } from 'electron';
import { fitsMessage } from '../../../shared/ipc/limits.ts';
import { TO_ENGINE, TO_RENDERER } from '../../../shared/ipc/preload.ts';
import { createConnection, type Connection } from '../../../shared/ipc/server.ts';
import type { App } from '../../app/app.ts';
import { parsedMessage } from '../page/parsed-message.ts';
import type { ElectronParts } from './electron-parts.ts';
import { isPage } from './origin.ts';

export interface IpcBridgeOptions {
  readonly ipcMain: ElectronParts['ipcMain'];
  readonly app: Pick<App, 'handlers' | 'subscribe'>;
  /** The contents of the one window whose messages count; null while there is no window. */
  readonly contents: () => WebContents | null;
  readonly onBug: (command: string, error: unknown) => void;
}

/**
 * Carries the contract over the only channel that main listens to. A message counts only if it comes from the page
 * itself, in the main frame of our window, as text of bounded length. Everything else is dropped without an answer.
 */
export function ipcBridge(options: IpcBridgeOptions): { close(): void } {
  const { ipcMain } = options;
  let current: Talk | null = null;
  const receive = (event: IpcMainEvent, text: unknown): void => {
    if (!isOurs(event, options.contents())) return;
    if (typeof text !== 'string' || !fitsMessage(text)) return;
    if (current?.contents !== event.sender || current.isOver) current = talk(options, event.sender);
    current.connection.receive(parsedMessage(text));
  };
  ipcMain.on(TO_ENGINE, receive);
  return {
    close: () => {
      ipcMain.off(TO_ENGINE, receive);
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

function talk({ app, onBug }: IpcBridgeOptions, contents: WebContents): Talk {
  let isOver = false;
  const connection = createConnection({
    handlers: app.handlers,
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
