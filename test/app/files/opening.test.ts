import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileCommands } from '../../../main/app/files/file-commands.ts';
import { never, site, value } from '../desk.ts';
import { openFilesHome, type FilesHome } from './files-home.ts';

let home: FilesHome;
let desk: FilesHome['desk'];
let files: FilesHome['files'];

beforeEach(async () => {
  home = await openFilesHome();
  ({ desk, files } = home);
});

afterEach(() => home.close());

describe('file commands', () => {
  it('open and show a file by its absolute path', async () => {
    value(await files['files.open']({ site, key: await desk.keyOf('Other/notes.txt') }, never));
    value(await files['files.reveal']({ site, key: await desk.keyOf('Loose/plan.txt') }, never));
    expect(desk.shown).toEqual([`${desk.folder}/Other/notes.txt`, `folder of ${desk.folder}/Loose/plan.txt`]);
  });

  it.each([
    ['win32', 300, /whole path has \d{3} characters.*259.*shorter/],
    ['win32', 1, /^From your file manager$/],
    ['linux', 300, /^From your file manager$/],
  ] as const)(
    'say why Windows does not open a file that lies deep (%s, %i)',
    async (platform, depth, hint) => {
      const { app } = desk;
      const refused = {
        code: 'bad-input',
        message: 'No',
        hint: 'From your file manager',
        retry: 'later',
      } as const;
      const host = { ...app.host, open: async () => ({ ok: false, failure: refused }) as const };
      const deep = { ...app, env: { ...app.env, platform }, host };
      const path = `Other/${'deep/'.repeat(depth / 5)}plan.txt`;
      await desk.write(path, 'x');
      await desk.sync();
      const key = await desk.keyOf(path);
      expect(await fileCommands(deep, desk.fresh)['files.open']({ site, key }, never)).toMatchObject({
        ok: false,
        failure: { message: 'No', hint: expect.stringMatching(hint) as string },
      });
    },
  );

  it.each(['Pump report.pdf.exe', 'Pump report.msc', '.bat', 'Pump report'])(
    'show what is no document that they know in its folder instead of opening it: %s',
    async (name) => {
      await desk.write(`Other/${name}`, 'MZ');
      await desk.sync();
      const key = await desk.keyOf(`Other/${name}`);
      expect(await files['files.open']({ site, key }, never)).toMatchObject({
        ok: false,
        failure: { code: 'type-refused', message: expect.stringContaining(name) },
      });
      expect(desk.shown).toEqual([`folder of ${desk.folder}/Other/${name}`]);
    },
  );
});
