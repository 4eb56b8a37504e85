import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { electronBinary, fetchElectron } from '../../../main/hosts/start/electron-binary.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sitesync-start-'));
  folder = join(root, 'node_modules', 'electron');
  mkdirSync(join(folder, 'dist'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

it('finds the binary where Electron’s package puts it, or where the environment says', () => {
  expect(electronBinary(root, {})).toBe(null);
  writeFileSync(join(folder, 'dist', 'electron'), '');
  expect(electronBinary(root, {})).toBe(join(folder, 'dist', 'electron'));
  writeFileSync(join(folder, 'path.txt'), 'Electron.app/Contents/MacOS/Electron');
  expect(electronBinary(root, {})).toBe(null);
  const elsewhere = join(root, 'elsewhere', 'Electron.app', 'Contents', 'MacOS');
  mkdirSync(elsewhere, { recursive: true });
  writeFileSync(join(elsewhere, 'Electron'), '');
  expect(electronBinary(root, { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'elsewhere') })).toBe(
    join(elsewhere, 'Electron'),
  );
});

it('fetches it as Electron’s package does, and takes no for an answer', () => {
  expect(fetchElectron(root, {})).toBe(null);
  const binary = join(folder, 'dist', 'electron');
  writeFileSync(
    join(folder, 'install.js'),
    `require('fs').writeFileSync(${JSON.stringify(binary)}, ''); require('fs').writeFileSync(__dirname + '/path.txt', 'electron');`,
  );
  expect(fetchElectron(root, { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' })).toBe(null);
  expect(fetchElectron(root, {})).toBe(binary);
  rmSync(binary);
  writeFileSync(join(folder, 'install.js'), 'process.exit(1)');
  expect(fetchElectron(root, {})).toBe(null);
  chmodSync(folder, 0o755);
});
