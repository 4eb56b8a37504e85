import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { FileRow } from '../../../shared/ipc/files.ts';
import { fileColumns, folderWords } from '../../../renderer/features/files/file-columns.tsx';
import { fittingColumns, gridTemplate, silentColumns } from '../../../renderer/ui/table/columns.ts';

const COLUMNS = fileColumns('site-1', null, new Set());
const shown = (width: number): string =>
  fittingColumns(COLUMNS, width)
    .map(({ id }) => id)
    .join(' ');

describe('the columns of files', () => {
  it('leave to a long name what folder, by and category take, as with a file beside the list', () => {
    expect(shown(972)).toBe('name status category size changed by path');
    expect(shown(780)).toBe('name status category size changed');
    expect(shown(652)).toBe('name status size changed');
  });

  it('give the folder a part only of the room that is left', () => {
    expect(gridTemplate(COLUMNS, 1, false)).toBe(
      'minmax(17.5rem, 1fr) 11rem 5.25rem 4.25rem 5.25rem 5.5rem minmax(7.5rem, 0.4fr)',
    );
  });

  it('are without who and folder where no file of the list has one', () => {
    const silent = (path: string, by: string | null): readonly string[] =>
      silentColumns(COLUMNS, { count: 1, rowAt: () => ({ path, category: 'other', by }) as FileRow });
    expect(silent('Other/note.txt', null)).toEqual(['by', 'path']);
    expect(silent('Other/Visit/note.txt', null)).toEqual(['by']);
    expect(silent('Other/note.txt', 'Ada')).toEqual(['path']);
  });

  it('say nothing in a cell of the folder that is empty, also to who listens', () => {
    const folder = COLUMNS.find(({ id }) => id === 'path');
    const said = (path: string): string =>
      renderToStaticMarkup(
        folder?.cell({ path, category: 'other' } as FileRow, { isCurrent: false, isSelected: false }),
      );
    expect(said('Other/note.txt')).toBe('');
    expect(said('Other/Visit/note.txt')).toContain('…/Visit');
  });

  it('do not say the category twice', () => {
    expect(folderWords('Spec Sheet', 'spec-sheet')).toBe('');
    expect(folderWords('Spec Sheet/Air handling/2026', 'spec-sheet')).toBe('…/Air handling/2026');
    expect(folderWords('Site visit', 'other')).toBe('Site visit');
    expect(folderWords('Spec Sheets', 'spec-sheet')).toBe('Spec Sheets');
    expect(folderWords('', 'other')).toBe('');
  });
});
