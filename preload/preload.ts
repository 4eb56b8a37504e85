import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { PRELOAD_GLOBAL, TO_ENGINE, TO_RENDERER, type PreloadApi } from '../shared/ipc/preload.ts';

let tell: (message: unknown) => void = () => undefined;

// The event itself stays here: it would give the page the sender, and with it every channel.
ipcRenderer.on(TO_RENDERER, (_event, message: unknown) => tell(message));

const api: PreloadApi = {
  send: (text) => ipcRenderer.send(TO_ENGINE, text),
  listen: (onMessage) => {
    tell = onMessage;
  },
  pathOf: (file) => {
    try {
      return webUtils.getPathForFile(file as File);
    } catch {
      // It throws for what is no File.
      return '';
    }
  },
};

contextBridge.exposeInMainWorld(PRELOAD_GLOBAL, api);
