import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileCommands } from '../../../main/app/files/file-commands.ts';
import { never, site, value } from '../desk.ts';
import { openFilesHome, type FilesHome } from './files-home.ts';

let at: FilesHome;

beforeEach(async () => {
  at = await openFilesHome();
});

afterEach(() => at.close());

describe('file commands', () => {
  it('open and show a file by its absolute path', async () => {
    value(await at.files['files.open']({ site, key: await at.desk.keyOf('Other/notes.txt') }, never));
    value(await at.files['files.reveal']({ site, key: await at.desk.keyOf('Loose/plan.txt') }, never));
    expect(at.desk.shown).toEqual([
      `${at.desk.folder}/Other/notes.txt`,
      `folder of ${at.desk.folder}/Loose/plan.txt`,
    ]);
  });

  it.each([
    ['win32', 300, /whole path has \d{3} characters.*259.*shorter/],
    ['win32', 1, /^From your file manager$/],
    ['linux', 300, /^From your file manager$/],
  ] as const)(
    'say why Windows does not open a file that lies deep (%s, %i)',
    async (platform, depth, hint) => {
      const { app } = at.desk;
      const refused = {
        code: 'bad-input',
        message: 'No',
        hint: 'From your file manager',
        retry: 'later',
      } as const;
      const host = { ...app.host, open: async () => ({ ok: false, failure: refused }) as const };
      const deep = { ...app, env: { ...app.env, platform }, host };
      const path = `Other/${'deep/'.repeat(depth / 5)}plan.txt`;
      await at.desk.write(path, 'x');
      await at.desk.sync();
      const key = await at.desk.keyOf(path);
      expect(await fileCommands(deep, at.desk.fresh)['files.open']({ site, key }, never)).toMatchObject({
        ok: false,
        failure: { message: 'No', hint: expect.stringMatching(hint) as string },
      });
    },
  );

  it.each(['Pump report.pdf.exe', 'Pump report.msc', '.bat', 'Pump report'])(
    'show what is no document that they know in its folder instead of opening it: %s',
    async (name) => {
      await at.desk.write(`Other/${name}`, 'MZ');
      await at.desk.sync();
      const key = await at.desk.keyOf(`Other/${name}`);
      expect(await at.files['files.open']({ site, key }, never)).toMatchObject({
        ok: false,
        failure: { code: 'type-refused', message: expect.stringContaining(name) },
      });
      expect(at.desk.shown).toEqual([`folder of ${at.desk.folder}/Other/${name}`]);
    },
  );
});
