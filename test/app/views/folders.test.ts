import { describe, expect, it } from 'vitest';
import { listFolders, spelledFolders } from '../../../main/app/views/folders.ts';
import type { SiteView } from '../../../main/app/views/site-view.ts';

const view = viewOf(['Visits/June/a.txt', 'visits/b.txt', 'Plant /c.txt', 'a\\b/d.txt', 'Café/e.txt']);
const paths = (text: string): readonly string[] =>
  listFolders(view, text, 10).folders.map(({ path }) => path);

describe('folders of a site', () => {
  it.each([
    ['June/', 'Visits/June'],
    ['visits\\june', 'Visits/June'],
    ['/Visits/June/', 'Visits/June'],
    ['SPEC SHEET /', 'Spec Sheet'],
    ['Cafe\u0301', 'Café'],
  ])('are found however they are typed: %s', (text, first) => {
    expect(paths(text)[0]).toBe(first);
  });

  it('are known by a name that nobody could type, or as a person types it', () => {
    for (const text of ['Plant ', 'a\\b', 'visits']) {
      expect(listFolders(view, text, 10).named, text).toBe(text);
      expect(paths(text)[0], text).toBe(text);
    }
    for (const [text, named] of [
      ['visits/june/', 'Visits/June'],
      ['\\visits\\JUNE', 'Visits/June'],
      ['Visits//June', null],
      ['/', null],
    ] as const)
      expect(listFolders(view, text, 10).named, text).toBe(named);
  });

  it('count what lies in them at any depth', () => {
    expect(listFolders(view, '', 20).folders).toEqual(
      expect.arrayContaining([
        { path: 'Visits', files: 1 },
        { path: 'Visits/June', files: 1 },
        { path: 'Spec Sheet', files: 0 },
      ]),
    );
  });

  it('say how each of several is spelled', () => {
    expect(spelledFolders(view, ['VISITS/june', 'Plant ', 'plant', 'none'])).toEqual([
      'Visits/June',
      'Plant ',
      null,
      null,
    ]);
  });
});

function viewOf(files: readonly string[]): SiteView {
  return { rows: files.map((path) => ({ row: { path } })) } as unknown as SiteView;
}
