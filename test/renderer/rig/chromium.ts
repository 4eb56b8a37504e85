import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

// The one without any window of its own comes first: an empty page takes a quarter of the processor time.
const PLACES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
];

/** The browser of this machine; null where none is found. */
export const CHROMIUM = PLACES.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null;

/** For the name of a test that needs a browser: why it is left out here. */
export const WITHOUT_CHROMIUM =
  CHROMIUM === null ? ' (left out: no Chromium; set CHROMIUM_PATH or install it)' : '';

const shared = new Map<number, Promise<Browser>>();

/** As `startChromium`, but one for all test files of a process, with which it ends: to start it takes half a second. */
export async function sharedChromium(textSize = 16): Promise<Browser> {
  const running = await shared.get(textSize)?.catch(() => null);
  if (running?.isConnected() === true) return running;
  const started = startChromium(textSize);
  shared.set(textSize, started);
  return started;
}

/** Starts it without a window and without a word to the outside; `textSize` as a person sets it, in pixels. */
export async function startChromium(textSize = 16): Promise<Browser> {
  if (CHROMIUM === null) throw new Error('No Chromium on this machine');
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      `--blink-settings=defaultFontSize=${textSize}`,
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Draws WebGL by the processor where there is no graphics card. Asked for as ANGLE's own driver it would draw all
      // else that way, too, at twice the cost.
      '--enable-unsafe-swiftshader',
    ],
  });
}
