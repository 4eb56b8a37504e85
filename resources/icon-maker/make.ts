/** Draws the icons of the desktop app: `npx node resources/icon-maker/make.ts [folder]`, by default resources/icons. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { appIcon, TRAY_STATES, trayIcon, trayTemplate } from './drawings.ts';

const target = process.argv[2] ?? join(import.meta.dirname, '../icons');
mkdirSync(target, { recursive: true });

/** `@2x` is how Electron finds the one for screens of twice the density. */
const TRAY_SIZES = { '': 20, '@2x': 40 } as const;

draw('icon', 1024, appIcon());
for (const state of TRAY_STATES) {
  for (const [suffix, size] of Object.entries(TRAY_SIZES)) {
    draw(`tray-${state}${suffix}`, size, trayIcon(state));
    draw(`tray-${state}-Template${suffix}`, size - (size / 20) * 2, trayTemplate(state));
  }
}

function draw(name: string, width: number, svg: string): void {
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } });
  writeFileSync(join(target, `${name}.png`), image.render().asPng());
}
