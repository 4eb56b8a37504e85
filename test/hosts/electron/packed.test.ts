import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build, Packager, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  HANDED_OVER,
  PRELOAD_GLOBAL,
  TO_ENGINE,
  TO_RENDERER,
  type PreloadApi,
} from '../../../shared/ipc/preload.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');

/**
 * The installers' content as electron-builder makes it, around a distribution of Electron that is none: all but the last
 * step, which wraps it for one system.
 */
describe('the desktop app as it is packed', () => {
  let folder: string;
  let packed: string;
  const built = (name: string): string => join(packed, 'build', 'electron', name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sitesync-packed-'));
    const project = join(folder, 'project');
    mkdirSync(join(project, 'build', 'renderer'), { recursive: true });
    for (const name of ['package.json', 'electron-builder.yml'])
      copyFileSync(join(ROOT, name), join(project, name));
    cpSync(join(ROOT, 'resources', 'icons'), join(project, 'resources', 'icons'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
    writeFileSync(join(project, 'build', 'renderer', 'index.html'), '<!doctype html><head></head>');
    for (const mode of ['main', 'preload']) {
      const outDir = join(project, 'build', 'electron');
      const args = [
        VITE,
        'build',
        '-c',
        'vite.electron.config.ts',
        '--mode',
        mode,
        '--outDir',
        outDir,
        '--logLevel',
        'error',
      ];
      const run = spawnSync(process.execPath, args, {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, NODE_ENV: 'production' },
      });
      expect([run.status, run.stderr]).toEqual([0, '']);
    }
    packed = join(await pack(folder, project, false), 'app');
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('holds what was built and two native modules, and nothing else', () => {
    expect(readdirSync(packed).sort()).toEqual(['build', 'node_modules', 'package.json', 'resources']);
    const modules = readdirSync(join(packed, 'node_modules'));
    expect(modules.filter((name) => name !== 'keytar')).toEqual(['better-sqlite3']);
    expect(existsSync(join(packed, 'node_modules', 'better-sqlite3', 'deps'))).toBe(false);
    expect(readdirSync(join(packed, 'node_modules', 'better-sqlite3', 'prebuilds'))).toEqual([
      `${process.platform}-${process.arch}.node`,
    ]);
  });

  it('has a name for people, and one by which a desktop knows its windows', () => {
    const known = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(known).toMatchObject({ productName: 'SiteSync', desktopName: 'sitesync.desktop' });
  });

  it('lies in one archive, with all native code beside it, and what an update is fetched by', async () => {
    const resources = await pack(join(folder, 'archived'), join(folder, 'project'), true);
    expect(readdirSync(resources).sort()).toEqual(['app-update.yml', 'app.asar', 'app.asar.unpacked']);
    const beside = readdirSync(join(resources, 'app.asar.unpacked'), { recursive: true }).map(String);
    const native = beside.filter((name) => name.endsWith('.node') && !name.includes('keytar'));
    expect(native).toEqual([
      join('node_modules', 'better-sqlite3', 'prebuilds', `${process.platform}-${process.arch}.node`),
    ]);
    expect(listed(join(resources, 'app.asar'))).toEqual(
      expect.arrayContaining([
        'build/electron/main.js',
        'build/electron/preload.cjs',
        'build/renderer/index.html',
      ]),
    );
    const update = readFileSync(join(resources, 'app-update.yml'), 'utf8');
    expect(update).toContain('updaterCacheDirName: sitesync-updater\n');
  });

  it('has beside it every thread and child that it starts', () => {
    const started = readdirSync(join(packed, 'build', 'electron')).flatMap((name) =>
      [
        ...readFileSync(built(name), 'utf8').matchAll(/new URL\(['"]\.\/([^'"]+)['"], import\.meta\.url\)/g),
      ].map((match) => match[1]!),
    );
    expect(started).toEqual(
      expect.arrayContaining(['views.worker.js', 'disk.worker.js', 'keychain-round-trip.child.js']),
    );
    for (const name of started) expect([name, existsSync(built(name))]).toEqual([name, true]);
  });

  it('takes no file of a person for an archive: with the fs of Electron it reads what was packed alone', () => {
    const imported = readdirSync(join(packed, 'build', 'electron')).flatMap((name) =>
      [
        ...readFileSync(built(name), 'utf8').matchAll(/^import \{ (.*) \} from "node:fs(?:\/promises)?";$/gm),
      ].map(([, names = '']) => [name, names.replaceAll(/ as [\w$]+/g, '')]),
    );
    expect(new Set(imported.map(([name, names]) => `${name}: ${names}`))).toEqual(
      new Set(['main.js: open, readFile', 'main.js: readFileSync']),
    );
    expect(readFileSync(built('disk.worker.js'), 'utf8')).toContain('from "node:original-fs"');
  });

  it('sends through axios, without the adapters and forms that axios brings, and HTTP/2', () => {
    const files = readdirSync(join(packed, 'build', 'electron')).filter((name) => name.endsWith('.js'));
    const holding = (text: RegExp): readonly string[] =>
      files.filter((name) => text.test(readFileSync(built(name), 'utf8')));
    expect(holding(/\bAxios\S* = class \{/)).toHaveLength(1);
    expect(holding(/G\.FormData|follow-redirects|mime-db/)).toEqual([]);
    expect(holding(/['"](?:node:)?http2['"]\)/)).toEqual([]);
  });

  /** What came of a run of it in plain Node, which takes rejections as Electron does: it only warns of them. */
  const ran = (data: string, ...more: readonly string[]): unknown => {
    const child = join(import.meta.dirname, 'packed.child.ts');
    const asElectron = new URL('../../support/electron/as-electron.ts', import.meta.url).href;
    const { main } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as { main: string };
    const asThere = ['--unhandled-rejections=warn-with-error-code', '--import', asElectron];
    const args = [...asThere, child, join(packed, main), data, ...more];
    const env = { PATH: process.env['PATH'], HOME: folder, SITESYNC_TOKEN: 'for a command line' };
    const run = spawnSync(process.execPath, args, { env, encoding: 'utf8', timeout: 85_000 });
    expect([run.status, run.stderr]).toEqual([0, '']);
    return JSON.parse(run.stdout);
  };

  it('ends, and says so, where something fails that nobody waits for', () => {
    const data = join(folder, 'faulty');
    expect(ran(data, 'fault')).toEqual({
      boxes: [expect.stringContaining('SiteSync stopped because of an error in the program')],
      exitCode: 1,
    });
    expect(readFileSync(join(data, 'last-fault.txt'), 'utf8')).toContain('TypeError: x is not a function');
  });

  it('starts, answers its page on the real engine, and ends', () => {
    const data = join(folder, 'data');
    const told = ran(data) as Record<string, unknown> & { icon: string; tray: string[]; preload: string };
    expect(told).toMatchObject({
      asked: [`userData ${join(data, 'window')}`, 'sandbox', 'lock', 'ready'],
      loaded: ['sitesync://app/'],
      preload: built('preload.cjs'),
      page: 200,
      token: null,
      exitCode: 0,
    });
    for (const file of [told.icon, told.preload]) expect([file, existsSync(file)]).toEqual([file, true]);
    expect(readdirSync(join(packed, 'resources', 'icons'))).toContain('tray-attention-Template@2x.png');
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(told['answers']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'answer',
          id: 1,
          output: expect.objectContaining({ host: expect.objectContaining({ kind: 'electron', version }) }),
        }),
        expect.objectContaining({
          kind: 'answer',
          id: 2,
          output: expect.objectContaining({ pendingTotal: 0 }),
        }),
        { kind: 'answer', id: 3, output: { places: [], total: 0, more: [] } },
      ]),
    );
  });

  it('has a preload in one file that a sandbox can load, and that gives the page three things', () => {
    const world = new Map<string, PreloadApi>();
    const sent: unknown[] = [];
    let hear: (event: unknown, message: unknown) => void = () => undefined;
    const electron = {
      contextBridge: { exposeInMainWorld: (name: string, api: PreloadApi) => world.set(name, api) },
      ipcRenderer: {
        send: (...args: unknown[]) => sent.push(args),
        on: (channel: string, listener: typeof hear) => {
          expect(channel).toBe(TO_RENDERER);
          hear = listener;
        },
      },
      webUtils: {
        getPathForFile: (file: unknown) => {
          if (file !== 'a file') throw new TypeError('no file');
          return '/home/a.pdf';
        },
      },
    };
    // All that a sandboxed preload may require.
    const require = (name: string): unknown =>
      name === 'electron' ? electron : expect.fail(`requires ${name}`);
    runInNewContext(readFileSync(built('preload.cjs'), 'utf8'), {
      require,
      module: { exports: {} },
      exports: {},
    });
    expect([...world.keys()]).toEqual([PRELOAD_GLOBAL]);
    const api = world.get(PRELOAD_GLOBAL)!;
    expect(Object.keys(api).sort()).toEqual(['listen', 'pathOf', 'send']);
    api.send('{"kind":"cancel","id":1}');
    expect(sent).toEqual([[TO_ENGINE, '{"kind":"cancel","id":1}']]);
    const heard: unknown[][] = [];
    api.listen((...args) => heard.push(args));
    hear({ sender: 'the way to every channel' }, { kind: 'event' });
    expect(heard).toEqual([[{ kind: 'event' }]]);
    sent.length = 0;
    expect([api.pathOf('a file'), api.pathOf({}), api.pathOf(null)]).toEqual(['/home/a.pdf', '', '']);
    expect(sent).toEqual([[HANDED_OVER, '/home/a.pdf']]);
  });

  it('is what the whole of electron-builder.yml makes: installers for three systems, fuses shut', async () => {
    const packager = new Packager({ projectDir: join(folder, 'project') });
    await packager.validateConfig();
    const { win, nsis, mac, linux, electronFuses, publish } = packager.config;
    const targets = [win, mac, linux].map((system) =>
      [system?.target].flat().map((each) => (each as { target: string }).target),
    );
    expect(targets).toEqual([['nsis'], ['dmg', 'zip'], ['AppImage', 'deb']]);
    expect(nsis?.deleteAppDataOnUninstall).toBe(false);
    // The uninstaller takes the whole of its folder, which must not be one that somebody chose.
    expect(nsis?.allowToChangeInstallationDirectory).toBe(false);
    for (const file of [nsis?.include, mac?.entitlements])
      expect(existsSync(join(ROOT, String(file)))).toBe(true);
    expect(publish).toMatchObject({ provider: 'generic' });
    expect(electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
      enableCookieEncryption: true,
    });
    // Of a file that has another size than desktops look for none is shown; of a folder all sizes are made.
    expect(statSync(join(ROOT, String(linux?.icon))).isDirectory()).toBe(true);
    // Under another name a desktop would show the window beside its own icon, as a program that it does not know.
    expect(`${linux?.executableName}.desktop`).toBe('sitesync.desktop');
    // Without these no .deb is made.
    expect(packager.config.extraMetadata).toMatchObject({ homepage: expect.stringMatching(/^https:/) });
    expect(linux?.maintainer).toMatch(/^\S+ <\S+@\S+>$/);
  });
});

/** Its folder of resources; the program in it is a folder, so that it can be looked at and run, or the archive that it is. */
async function pack(folder: string, project: string, asar: boolean): Promise<string> {
  const dist = join(folder, 'dist');
  mkdirSync(join(dist, 'resources'), { recursive: true });
  for (const [name, text] of [
    ['electron', '#!/bin/sh\n'],
    ['version', '45.4.1'],
    ['LICENSE', ''],
    ['LICENSES.chromium.html', ''],
  ] as const)
    writeFileSync(join(dist, name), text);
  chmodSync(join(dist, 'electron'), 0o755);
  const output = join(folder, 'packed');
  await build({
    projectDir: project,
    targets: Platform.LINUX.createTarget('dir'),
    publish: 'never',
    config: {
      extends: 'electron-builder.yml',
      electronDist: dist,
      // Bits of a real binary.
      electronFuses: null,
      asar,
      directories: { output },
    },
  });
  return join(output, 'linux-unpacked', 'resources');
}

/** Paths of the files in an archive: its head is JSON, behind four numbers of four bytes, the last of which is its length. */
function listed(archive: string): readonly string[] {
  const bytes = readFileSync(archive);
  const head = JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))) as Folder;
  return pathsIn(head);
}

interface Folder {
  readonly files?: Readonly<Record<string, Folder>>;
}

function pathsIn({ files = {} }: Folder): readonly string[] {
  return Object.entries(files).flatMap(([name, entry]) =>
    entry.files === undefined ? [name] : pathsIn(entry).map((path) => `${name}/${path}`),
  );
}
