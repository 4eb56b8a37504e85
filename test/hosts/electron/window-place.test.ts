import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ShellMemory } from '../../../main/hosts/electron/shell-memory.ts';
import { fitPlace, parsePlace } from '../../../main/hosts/electron/window/window-place.ts';

const main = { x: 0, y: 25, width: 1920, height: 1055 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };
const place = (x: number, y: number, width = 1000, height = 700) => ({
  bounds: { x, y, width, height },
  maximized: false,
});

describe('the place of the window', () => {
  it('is the middle of the main screen at first', () => {
    expect(fitPlace(null, [main, second])).toEqual(place(320, 143, 1280, 820));
  });

  it('is the old one where it can still be seen and got hold of', () => {
    for (const old of [place(100, 100), place(2000, 50), place(-800, 100), place(1800, 900)])
      expect(fitPlace(old, [main, second])).toEqual(old);
  });

  it('comes back from a screen that was unplugged, and from behind an edge', () => {
    for (const lost of [place(2000, 50), place(-950, 100), place(100, -500), place(100, 5000)])
      expect(fitPlace(lost, [main])).toEqual(place(320, 143, 1280, 820));
  });

  it('is no larger than the screen, no smaller than the page can be, and never under the menu bar', () => {
    expect(fitPlace(place(0, 25, 9000, 9000), [main]).bounds).toMatchObject({ width: 1920, height: 1055 });
    expect(fitPlace(place(0, 25, 200, 100), [main])).toEqual(place(0, 25, 880, 560));
    expect(fitPlace(place(50, 5), [main]).bounds.y).toBe(25);
  });

  it('is as maximized as it was, also on another screen', () => {
    expect(fitPlace({ ...place(5000, 0), maximized: true }, [main]).maximized).toBe(true);
  });

  it.each([
    null,
    7,
    {},
    { bounds: null },
    { bounds: { x: 1, y: 2, width: 3 } },
    { bounds: { x: 1, y: 2, width: '3', height: 4 } },
    { bounds: { x: 1.5, y: 2, width: 3, height: 4 } },
  ])('is nothing where it was written by nobody: %j', (raw) => {
    expect(parsePlace(raw)).toBe(null);
  });
});

it('remembers nothing of a damaged file, and goes on where nothing can be written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitesync-shell-'));
  writeFileSync(join(folder, 'shell.json'), '{"place":{"bounds"');
  expect(new ShellMemory(folder, () => undefined).now).toEqual({ place: null, saidClosing: false });
  rmSync(folder, { recursive: true });
  const logged: string[] = [];
  const memory = new ShellMemory(folder, (line) => logged.push(line));
  memory.keep({ saidClosing: true });
  expect(memory.now.saidClosing).toBe(true);
  expect(logged.join()).toContain('not kept');
});
