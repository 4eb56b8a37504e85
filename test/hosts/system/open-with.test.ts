import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok } from '../../../shared/failure.ts';
import { hasDesktop, openerOf, openWith, revealerOf } from '../../../main/hosts/system/open-with.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-open-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('hands the name over as one argument, whatever is in it', async () => {
  const program = join(folder, 'opener');
  const told = join(folder, 'told');
  writeFileSync(program, `#!/bin/sh\nprintf '%s|' "$#" "$@" > '${told}.new' && mv '${told}.new' '${told}'\n`);
  chmodSync(program, 0o755);
  const name = `/sites/a $(touch ${folder}/hacked); "b" 'c'.pdf`;
  expect(await openWith(name, [program, name])).toEqual(ok(null));
  await expect.poll(() => existsSync(told)).toBe(true);
  expect(readFileSync(told, 'utf8')).toBe(`1|${name}|`);
  expect(existsSync(join(folder, 'hacked'))).toBe(false);
});

it('opens on Windows what Explorer would take for the folder Documents', () => {
  const opener = (what: string) => openerOf(what, 'win32', { SystemRoot: 'D:\\Windows' });
  const explorer = 'D:\\Windows\\explorer.exe';
  expect(opener('C:\\Sites\\Mill,Block B')).toEqual([explorer, '"C:\\Sites\\Mill,Block B"']);
  const address = 'http://127.0.0.1:8080/#key=a-b_c';
  const browser = ['D:\\Windows\\System32\\rundll32.exe', 'url.dll,FileProtocolHandler'];
  expect(opener(address)).toEqual([...browser, address]);
  // One line for all arguments: nothing in an address ends its own.
  expect(opener('https://a.example/?q="x y" z')).toEqual([
    ...browser,
    'https://a.example/?q=%22x%20y%22%20z',
  ]);
  expect(openerOf('C:\\Sites', 'win32', {})[0]).toBe('C:\\Windows\\explorer.exe');
});

it('opens with the opener of the desktop elsewhere', () => {
  expect(openerOf('/sites/a.pdf', 'linux')).toEqual(['xdg-open', '/sites/a.pdf']);
  expect(openerOf('/sites/a.pdf', 'darwin')).toEqual(['open', '/sites/a.pdf']);
});

it('shows a file in its folder without opening that, which may be a program by its name', () => {
  expect(revealerOf('/sites/Mill.app/a.pdf', 'darwin')).toEqual(['open', '-R', '/sites/Mill.app/a.pdf']);
  const file = 'C:\\Sites\\Mill, Block B.{2227A280-3AEA-1069-A2DE-08002B30309D}\\a.pdf';
  expect(revealerOf(file, 'win32', {})).toEqual(['C:\\Windows\\explorer.exe', `/select,"${file}"`]);
  expect(revealerOf('/sites/Mill/a.pdf', 'linux')).toEqual(['xdg-open', '/sites/Mill']);
});

it('keeps the token to itself, the folder of its own compiled code, and what was set for its own memory', async () => {
  const program = join(folder, 'opener');
  const told = join(folder, 'told');
  writeFileSync(program, `#!/bin/sh\nenv > '${told}.new' && mv '${told}.new' '${told}'\n`);
  chmodSync(program, 0o755);
  vi.stubEnv('SITESYNC_TOKEN', 'secret');
  vi.stubEnv('NODE_COMPILE_CACHE', '/cache/sitesync/code');
  vi.stubEnv('MALLOC_MMAP_THRESHOLD_', '131072');
  vi.stubEnv('MALLOC_TRIM_THRESHOLD_', '131072');
  vi.stubEnv('SITESYNC_SEEN', 'the rest');
  expect(await openWith('/sites/a.pdf', [program, '/sites/a.pdf'])).toEqual(ok(null));
  vi.unstubAllEnvs();
  await expect.poll(() => existsSync(told)).toBe(true);
  expect(readFileSync(told, 'utf8')).toContain('SITESYNC_SEEN=the rest');
  expect(readFileSync(told, 'utf8')).not.toMatch(/SITESYNC_TOKEN|NODE_COMPILE_CACHE|MALLOC_/);
});

it('says in words that there is no program for it', async () => {
  expect(await openWith('/sites/a.pdf', [join(folder, 'none'), '/sites/a.pdf'])).toMatchObject({
    ok: false,
    failure: { code: 'bad-input', message: expect.stringContaining('/sites/a.pdf') },
  });
});

it('knows a desktop when there is one', () => {
  expect(hasDesktop('linux', {})).toBe(false);
  expect(hasDesktop('linux', { DISPLAY: '' })).toBe(false);
  expect(hasDesktop('linux', { DISPLAY: ':0' })).toBe(true);
  expect(hasDesktop('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(hasDesktop('win32', {})).toBe(true);
  expect(hasDesktop('darwin', {})).toBe(true);
});
