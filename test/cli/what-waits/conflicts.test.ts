import { expect, it } from 'vitest';
import type { BaseFile, LocalFile } from '../../../main/engine/trees.ts';
import type { Output } from '../../../main/hosts/cli/output/output.ts';
import type { Activity } from '../../../main/sync/ports/mirror/history.ts';
import { conflictsCommand } from '../../../main/hosts/cli/commands/conflicts-command.ts';
import type { Program } from '../../../main/hosts/compose/compose.ts';

const copy = (name: string): string => `Other/${name} (conflict 2026-11-24 0930 laptop).txt`;
const bytes = { size: 5, mtimeNs: 1n, ino: 1n };

async function tell(
  local: readonly string[],
  sent: readonly string[],
  history: readonly Pick<Activity, 'action' | 'path' | 'reason'>[] = [],
  unfetched: readonly { readonly name: string; readonly category: string }[] = [],
): Promise<{ said: string[]; object: unknown }> {
  const here = local.map((path) => [path, { ...bytes, path } as unknown as LocalFile] as const);
  const base = sent.map((path) => [path, { ...bytes, path } as unknown as BaseFile] as const);
  const there = unfetched.map((record) => [record.name, { ...record, id: record.name, facts: {} }] as const);
  const mirror = {
    followed: () => [{ id: 'site', folder: '/site' }],
    site: () => ({ name: 'Harbour House' }),
    trees: () => ({ local: new Map(here), base: new Map(base), remote: new Map(there) }),
    activity: () => history,
  };
  const told: { said: string[]; object: unknown } = { said: [], object: null };
  const out = {
    say: (line: string) => told.said.push(line),
    object: (value: unknown) => (told.object = value),
  };
  const program = { mirror, env: { device: 'laptop', platform: 'linux' } };
  await conflictsCommand(program as unknown as Program, out as unknown as Output);
  return told;
}

it('says that both versions are on the service where they are', async () => {
  const { said } = await tell([copy('a'), 'Other/a.txt'], [copy('a'), 'Other/a.txt']);
  expect(said).toHaveLength(2);
  expect(said[1]).toContain('both versions are on the service');
});

it('advises nobody to delete a copy that lies on this computer alone', async () => {
  const { said, object } = await tell([copy('a'), copy('b')], [copy('a')]);
  expect(said[0]).not.toContain('not sent yet');
  expect(said[1]).toContain('not sent yet');
  expect(said[2]).toContain('on this computer alone');
  expect(said.join()).not.toContain('on the service too');
  expect(object).toMatchObject({ conflicts: [{ sent: true }, { sent: false }] });
});

it('takes no file for a copy because its folder is named like one', async () => {
  const { object } = await tell(['Other/x (conflict 2026-11-24 0930 laptop)/a.txt', copy('b')], []);
  expect(object).toMatchObject({ conflicts: [{ copy: copy('b') }] });
});

it('says whose version each copy is, and what the other one is called', async () => {
  const theirs = 'Other/b (conflict 2026-11-24 0930 tablet).txt';
  const { said, object } = await tell(
    [copy('a'), 'Other/a.txt', theirs, 'Other/b.txt', copy('c')],
    [],
    [{ action: 'update', path: 'Other/b.txt', reason: 'edited-here' }],
  );
  expect(said.slice(0, 3)).toEqual([
    `Harbour House: ${copy('a')}  (made here; theirs is “a.txt”; not sent yet)`,
    `Harbour House: ${theirs}  (theirs; “b.txt” was made here; not sent yet)`,
    `Harbour House: ${copy('c')}  (made here; the other version is gone; not sent yet)`,
  ]);
  expect(object).toMatchObject({
    conflicts: [
      { own: 'copy', file: 'Other/a.txt' },
      { own: 'file', file: 'Other/b.txt' },
      { own: 'copy', file: null },
    ],
  });
});

it('does not call a version gone that is online only', async () => {
  const there = [{ name: 'a.txt', category: 'other' }];
  const { said, object } = await tell([copy('a'), copy('b')], [copy('a'), copy('b')], [], there);
  expect(said.slice(0, 2)).toEqual([
    `Harbour House: ${copy('a')}  (made here; the other version is online only)`,
    `Harbour House: ${copy('b')}  (made here; the other version is gone)`,
  ]);
  expect(object).toMatchObject({ conflicts: [{ file: null, onlineOnly: true }, { onlineOnly: false }] });
});
