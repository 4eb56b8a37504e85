import { expect, it } from 'vitest';
import type { BaseFile, LocalFile, RemoteFile, Trees } from '../../main/engine/trees.ts';
import type { Output } from '../../main/hosts/cli/output.ts';
import { filesCommand } from '../../main/hosts/cli/site-commands.ts';
import type { Program } from '../../main/hosts/compose.ts';

const record = (id: string, name: string): [string, Partial<RemoteFile>] => [
  id,
  { id: id as never, name, category: 'other', size: 7, updatedAt: null, fingerprint: 'v2' as never },
];
const agreed = (id: string, path: string, remote: string): [string, Partial<BaseFile>] => [
  id,
  { path: path as never, remote: remote as never },
];

/** Of its mirror there are the trees alone: whole records with their metadata are many times as large. */
const program = {
  mirror: {
    followed: () => [{ id: 'site', folder: '/site' }],
    trees: () =>
      ({
        remote: new Map([record('1', 'b10'), record('2', 'a'), record('3', 'B2'), record('4', 'ä')]),
        base: new Map([agreed('1', 'Other/b10', 'v2'), agreed('3', 'Other/B2', 'v1')]),
        local: new Map(
          ['Other/b10', 'Other/B2', 'Other/new'].map((path) => [path, { path, size: 5 } as LocalFile]),
        ),
      }) as unknown as Trees,
  },
} as unknown as Program;

it('lists the files of a site by name from its trees, and then what waits to be sent', () => {
  const said: string[] = [];
  const objects: unknown[] = [];
  const out = { say: (line: string) => said.push(line), object: (value: unknown) => objects.push(value) };
  expect(filesCommand(program, out as unknown as Output, 'site')).toBe(0);
  const file = (id: string, name: string, path: string | null, status: string): object => {
    return { id, name, category: 'other', size: 7, updatedAt: null, path, status };
  };
  expect(objects).toEqual([
    {
      ok: true,
      site: 'site',
      files: [
        file('2', 'a', null, 'Online only'),
        file('4', 'ä', null, 'Online only'),
        file('3', 'B2', 'Other/B2', 'Out of date'),
        file('1', 'b10', 'Other/b10', 'Up to date'),
        {
          id: null,
          name: 'new',
          category: null,
          size: 5,
          updatedAt: null,
          path: 'Other/new',
          status: 'Queued',
        },
      ],
    },
  ]);
  expect(said.at(-1)).toBe('4 files on the service, 1 file waiting to be sent.');
});
