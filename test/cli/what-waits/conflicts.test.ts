import { expect, it } from 'vitest';
import type { BaseFile, LocalFile } from '../../../main/engine/trees.ts';
import type { Output } from '../../../main/hosts/cli/output/output.ts';
import { conflictsCommand } from '../../../main/hosts/cli/commands/conflicts-command.ts';
import type { Program } from '../../../main/hosts/compose/compose.ts';

const copy = (name: string): string => `Other/${name} (conflict 2026-11-24 0930 laptop).txt`;
const bytes = { size: 5, mtimeNs: 1n, ino: 1n };

function tell(local: readonly string[], sent: readonly string[]): { said: string[]; object: unknown } {
  const here = local.map((path) => [path, { ...bytes, path } as unknown as LocalFile] as const);
  const base = sent.map((path) => [path, { ...bytes, path } as unknown as BaseFile] as const);
  const mirror = {
    followed: () => [{ id: 'site', folder: '/site' }],
    site: () => ({ name: 'Harbour House' }),
    trees: () => ({ local: new Map(here), base: new Map(base) }),
  };
  const told: { said: string[]; object: unknown } = { said: [], object: null };
  const out = {
    say: (line: string) => told.said.push(line),
    object: (value: unknown) => (told.object = value),
  };
  conflictsCommand({ mirror } as unknown as Program, out as unknown as Output);
  return told;
}

it('says that both versions are on the service where they are', () => {
  const { said } = tell([copy('a'), 'Other/a.txt'], [copy('a'), 'Other/a.txt']);
  expect(said).toHaveLength(2);
  expect(said[1]).toContain('both versions are on the service');
});

it('advises nobody to delete a copy that lies on this computer alone', () => {
  const { said, object } = tell([copy('a'), copy('b')], [copy('a')]);
  expect(said[0]).not.toContain('not sent yet');
  expect(said[1]).toContain('not sent yet');
  expect(said[2]).toContain('on this computer alone');
  expect(said.join()).not.toContain('on the service too');
  expect(object).toMatchObject({ conflicts: [{ sent: true }, { sent: false }] });
});

it('takes no file for a copy because its folder is named like one', () => {
  const { object } = tell(['Other/x (conflict 2026-11-24 0930 laptop)/a.txt', copy('b')], []);
  expect(object).toMatchObject({ conflicts: [{ copy: copy('b') }] });
});
