import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  HANDED_OVER,
  PRELOAD_GLOBAL,
  TO_ENGINE,
  TO_RENDERER,
  type PreloadApi,
} from '../shared/ipc/preload.ts';

let tell: (message: unknown) => void = () => undefined;

// The event is not passed on: it would give the page the sender, and through it every channel.
ipcRenderer.on(TO_RENDERER, (_event, message: unknown) => tell(message));

const api: PreloadApi = {
  send: (text) => ipcRenderer.send(TO_ENGINE, text),
  listen: (onMessage) => {
    tell = onMessage;
  },
  pathOf: (file) => {
    try {
      const path = webUtils.getPathForFile(file as File);
      // The page cannot say this itself: only a person makes a File that has a path.
      if (path !== '') ipcRenderer.send(HANDED_OVER, path);
      return path;
    } catch {
      // It throws if this is not a File.
      return '';
    }
  },
};

contextBridge.exposeInMainWorld(PRELOAD_GLOBAL, api);
