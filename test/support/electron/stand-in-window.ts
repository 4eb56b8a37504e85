import { EventEmitter } from 'node:events';
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  InputEvent,
  Rectangle,
  WebContents,
  WebFrameMain,
  WindowOpenHandlerResponse,
} from 'electron';

/** An event whose default can be prevented, as Electron hands it to listeners. */
export class StandInEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** The document at the top of a window. */
export function frameAt(url: string, parent: WebFrameMain | null = null): WebFrameMain {
  return { url, parent } as WebFrameMain;
}

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

export class StandInContents
  extends EventEmitter
  implements Pick<WebContents, 'getURL' | 'isDestroyed' | 'sendInputEvent' | 'setWindowOpenHandler'>
{
  readonly sent: { readonly channel: string; readonly message: unknown }[] = [];
  readonly pressed: Parameters<WebContents['sendInputEvent']>[0][] = [];
  mainFrame = frameAt('about:blank');
  /** Its page asks before it goes, or does not answer at all. */
  beforeUnload: 'goes' | 'asks' | 'hangs' = 'goes';
  #open: OpenHandler | null = null;
  #destroyed = false;

  send(channel: string, message: unknown): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    this.sent.push({ channel, message });
  }
  sendInputEvent(input: InputEvent): void {
    this.pressed.push(input as Parameters<WebContents['sendInputEvent']>[0]);
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#open = handler;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  getURL(): string {
    return this.mainFrame.url;
  }

  /** The page asks for a new window. */
  asksToOpen(url: string): WindowOpenHandlerResponse | undefined {
    return this.#open?.({ url } as Parameters<OpenHandler>[0]);
  }
  /** The page, or somebody in it, wants to go to another address; true where it may. */
  mayGoTo(url: string, isMainFrame = true): boolean {
    const event = Object.assign(new StandInEvent(), { url, isMainFrame });
    this.emit('will-frame-navigate', event);
    return !event.defaultPrevented;
  }
  /** Another document is loaded into the window. */
  navigated(isSameDocument = false): void {
    this.emit('did-start-navigation', { isMainFrame: true, isSameDocument });
  }
  /** May the page be unloaded? Where it asks, only a listener that prevents the event lets it go. */
  mayUnload(): boolean {
    if (this.beforeUnload !== 'asks') return this.beforeUnload === 'goes';
    const event = new StandInEvent();
    this.emit('will-prevent-unload', event);
    return event.defaultPrevented;
  }
  end(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.emit('destroyed');
  }
}

type UsedOfWindow =
  | 'isDestroyed'
  | 'isFocused'
  | 'isFullScreen'
  | 'isMaximized'
  | 'isMinimized'
  | 'isVisible'
  | 'getNormalBounds'
  | 'loadURL'
  | 'maximize'
  | 'setBackgroundColor'
  | 'setBounds'
  | 'setFullScreen'
  | 'setProgressBar'
  | 'restore'
  | 'show'
  | 'hide'
  | 'focus'
  | 'close'
  | 'destroy';

export class StandInWindow extends EventEmitter implements Pick<BrowserWindow, UsedOfWindow> {
  readonly webContents = new StandInContents();
  readonly loaded: string[] = [];
  /** What its button in the taskbar showed, one after another. */
  readonly progress: number[] = [];
  readonly options: BrowserWindowConstructorOptions;
  color: string | undefined;
  bounds: Rectangle;
  visible: boolean;
  focused = false;
  maximized = false;
  minimized = false;
  fullScreen = false;
  /** A Mac shows nothing but black: it was hidden while it filled the screen. */
  black = false;
  #destroyed = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    this.color = options.backgroundColor;
    const { x = 0, y = 0, width = 0, height = 0 } = options;
    this.bounds = { x, y, width, height };
    // As Electron does, unless it is told otherwise. On Wayland `ready-to-show` never comes for one that is not.
    this.visible = options.show ?? true;
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    this.webContents.mainFrame = frameAt(url);
  }
  show(): void {
    this.visible = true;
  }
  hide(): void {
    this.visible = false;
    this.focused = false;
    this.black = this.fullScreen;
  }
  focus(): void {
    this.focused = true;
  }
  restore(): void {
    this.minimized = false;
  }
  setProgressBar(progress: number): void {
    this.progress.push(progress);
  }
  /** Also shows it. */
  maximize(): void {
    this.maximized = true;
    this.visible = true;
  }
  setBounds(bounds: Rectangle): void {
    this.bounds = bounds;
  }
  setBackgroundColor(color: string): void {
    this.color = color;
  }
  /** A Mac takes its time: the end of it is an event. */
  setFullScreen(on: boolean): void {
    setTimeout(() => {
      this.fullScreen = on;
      this.emit(on ? 'enter-full-screen' : 'leave-full-screen');
    });
  }
  isFullScreen(): boolean {
    return this.fullScreen;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  isFocused(): boolean {
    return this.focused;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  isVisible(): boolean {
    return this.visible;
  }
  getNormalBounds(): Rectangle {
    return this.bounds;
  }
  /** The page is asked after the listeners, and never where one of them prevents it. */
  close(): void {
    const event = new StandInEvent();
    this.emit('close', event);
    if (!event.defaultPrevented && this.webContents.mayUnload()) this.destroy();
  }
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.visible = false;
    this.webContents.end();
    this.emit('closed');
  }
}
