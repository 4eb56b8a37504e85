import type * as Checkout from '../../../main/hosts/checkout.ts';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok } from '../../../shared/failure.ts';
import { runElectron } from '../../../main/hosts/start/run-electron.ts';

vi.mock('../../../main/hosts/checkout.ts', async (original) => ({
  ...(await original<typeof Checkout>()),
  ensureBuilt: () => ok(null),
}));
vi.mock('../../../main/hosts/web/page.ts', () => ({ pageFolder: () => ok('') }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-run-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program that writes down each SIGINT that it gets, and ends once it finds a file `end`. */
function program(): string {
  const file = join(folder, 'electron');
  const lines = [
    '#!/bin/sh',
    `cd '${folder}'`,
    'trap "touch told" INT',
    'touch up',
    'while [ ! -e end ]; do sleep 0.05; done',
  ];
  writeFileSync(file, lines.join('\n'));
  chmodSync(file, 0o755);
  return file;
}

const has = (name: string): boolean => existsSync(join(folder, name));
const ctrlC = (): boolean => process.emit('SIGINT', 'SIGINT');

it('tells the desktop app of a Ctrl+C, which ends it in order', async () => {
  const ended = runElectron(program(), undefined, () => undefined, 'linux');
  await expect.poll(() => has('up')).toBe(true);
  ctrlC();
  await expect.poll(() => has('told')).toBe(true);
  writeFileSync(join(folder, 'end'), '');
  expect(await ended).toEqual(ok(0));
});

it('leaves it on Windows to Windows, and ends the app at once with the second', async () => {
  const ended = runElectron(program(), undefined, () => undefined, 'win32');
  await expect.poll(() => has('up')).toBe(true);
  ctrlC();
  // Longer than the program takes to hear of it.
  await setTimeout(300);
  expect(has('told')).toBe(false);
  ctrlC();
  await expect.poll(() => has('told')).toBe(true);
  writeFileSync(join(folder, 'end'), '');
  expect(await ended).toEqual(ok(0));
});
