import { useCallback, useMemo } from 'react';
import type { Input, Output } from '../../../shared/ipc/contract.ts';
import type { FileRow, FileSelection } from '../../../shared/ipc/files.ts';
import { CATEGORIES, categoryLabel, type Category } from '../../../shared/model/category.ts';
import { pathOfKey } from '../../../shared/model/file-key.ts';
import { childOf, folderOf } from '../../../shared/model/rel-path.ts';
import { intoCategories, intoCategory, keyAfter, movedAs, type NewPath } from './moved-keys.ts';
import { useAppFact, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { categoryIcon } from '../../ui/icons/icons.tsx';
import type { MenuAction } from '../../ui/inputs/menu.tsx';
import { nameList } from '../../ui/words/name-list.ts';
import { besideWords } from '../trash/beside-words.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { categoriesInParts, partsOf, useDoInParts } from '../../state/in-parts.ts';
import { useUndoable, type Undoable } from '../../state/use-undoable.ts';
import { useCopy } from '../../ui/overlays/use-copy.ts';

/** What can be done with files of a site: from the list, its menu and the details. */
export interface FileActs {
  /** Can this host open files in other programs, and show them in a file manager? */
  readonly canOpen: boolean;
  readonly canReveal: boolean;
  readonly open: (key: string) => void;
  readonly reveal: (key: string) => void;
  /** True: keep offline. False: online only. Null: as its category. */
  readonly keep: (files: FileSelection, keep: boolean | null) => void;
  readonly setCategory: (files: FileSelection, category: Category) => void;
  readonly remove: (files: FileSelection) => void;
  /** Says what was moved where, with a way back. */
  readonly sayMoved: (done: Output<'files.move'>) => void;
  /** Says what was renamed to what, with a way back. `row`: as it was. */
  readonly sayRenamed: (row: FileRow, name: string) => void;
  readonly restore: (entry: string) => void;
  readonly copy: (words: string) => void;
}

interface Bulk {
  readonly changed: number;
  readonly problems: readonly { readonly message: string }[];
}

/** `onMoved`: of files that lie elsewhere on this computer now. */
export function useFileActs(site: string, onMoved: (newPath: NewPath) => void): FileActs {
  const t = useText();
  const can = useAppFact((state) => state.host.can);
  const open = useDo('files.open').run;
  const reveal = useDo('files.reveal').run;
  const tell = useMemo(
    () =>
      ({ problems }: Bulk): void => {
        const [problem] = problems;
        if (problem === undefined) return;
        toast(t('files.problems', { count: problems.length, message: problem.message }), { tone: 'bad' });
      },
    [t],
  );
  const keep = useDo('files.keep', tell).run;
  const undoable = useUndoable();
  const sayUndoable = undoable.say;
  const setCategory = useSetCategory(site, onMoved, tell, undoable);
  const sayRenamed = useSayRenamed(site, onMoved, sayUndoable);
  const remove = useRemove(site, tell, undoable);
  const moveBack = useDoInParts('files.moveBack', (done, inputs) => {
    const back = inputs.flatMap(({ moved }) => moved).map(({ from, to }) => ({ from: to, to: from }));
    onMoved(movedAs(back, done.problems));
    tell(done);
    if (done.changed > 0) toast(t('files.movedBack', { names: nameList(done.named, done.changed) }));
  });
  const sayMoved = useCallback(
    (done: Output<'files.move'>): void => {
      onMoved(movedAs(done.moved));
      tell(done);
      const [first] = done.named;
      if (first === undefined) return;
      const folder = folderOf(first);
      const names = nameList(done.named, done.changed);
      sayUndoable(folder === '' ? t('files.movedTop', { names }) : t('files.moved', { folder, names }), () =>
        moveBack(partsOf(done.moved).map((moved) => ({ site, moved }))),
      );
    },
    [t, tell, sayUndoable, moveBack, site, onMoved],
  );
  const restore = useDo('trash.restore', ({ path, over }) =>
    toast(over === null ? t('files.restored', { path }) : besideWords(t, { path, over })),
  ).run;
  const copy = useCopy();
  return useMemo(
    () => ({
      canOpen: can?.openFiles === true,
      canReveal: can?.revealFiles === true,
      open: (key) => open({ site, key }),
      reveal: (key) => reveal({ site, key }),
      keep: (files, word) => keep({ site, files, keep: word }),
      setCategory: (files, category) => setCategory({ site, files, category }),
      remove: (files) => remove({ site, files }),
      sayMoved,
      sayRenamed,
      restore: (entry) => restore({ site, entry }),
      copy,
    }),
    [can, site, open, reveal, keep, setCategory, remove, sayMoved, sayRenamed, restore, copy],
  );
}

/** Deletes files, and says so with a way back. */
function useRemove(
  site: string,
  tell: (done: Bulk) => void,
  { say, run }: Undoable,
): (input: Input<'files.delete'>) => void {
  const t = useText();
  const putBack = useDoInParts('trash.restoreMany', (done) => {
    tell(done);
    if (done.changed > 0) toast(t('files.putBack', { names: nameList(done.named, done.changed) }));
  });
  const { attempt } = useDo('files.delete', (done) => {
    tell(done);
    if (done.changed === 0) return;
    const words = t('files.deleted', { names: nameList(done.named, done.changed) });
    if (done.trash.length === 0) toast(words);
    else say(words, () => putBack(partsOf(done.trash).map((entries) => ({ site, entries }))));
  });
  return useCallback((input) => run(t('files.deleting'), () => attempt(input)), [t, run, attempt]);
}

/** Gives files another category, and says so with a way back to what each of them was. */
function useSetCategory(
  site: string,
  onMoved: (newPath: NewPath) => void,
  tell: (done: Bulk) => void,
  { say, run }: Undoable,
): (input: Input<'files.setCategory'>) => void {
  const t = useText();
  const restoreCategories = useDoInParts('files.restoreCategories', (done, inputs) => {
    const before = inputs.flatMap((input) => input.before);
    onMoved(intoCategories(before, done.problems));
    tell(done);
    if (done.changed > 0) toast(t('files.categoriesRestored', { names: nameList(done.named, done.changed) }));
  });
  const { attempt } = useDo('files.setCategory', (done, { category }) => {
    onMoved(intoCategory(category, done.problems));
    tell(done);
    if (done.changed === 0) return;
    const names = nameList(done.named, done.changed);
    say(t('files.categorySet', { category: categoryLabel(category), names }), () =>
      restoreCategories(categoriesInParts(done.before).map((before) => ({ site, before }))),
    );
  });
  return useCallback((input) => run(t('files.filing'), () => attempt(input)), [t, run, attempt]);
}

/** Says what a file is called now, with a way back unless somebody renamed it since. */
function useSayRenamed(
  site: string,
  onMoved: (newPath: NewPath) => void,
  sayUndoable: Undoable['say'],
): FileActs['sayRenamed'] {
  const t = useText();
  const renameBack = useDo('files.rename', (_, { key, name }) => {
    const path = pathOfKey(key);
    if (path !== null) onMoved(movedAs([{ from: path, to: childOf(folderOf(path), name) }]));
    toast(t('files.renamedBack', { names: nameList([name]) }));
  }).run;
  return useCallback(
    (row, name) => {
      const moved = movedAs([{ from: row.path, to: childOf(folderOf(row.path), name) }]);
      onMoved(moved);
      sayUndoable(t('files.renamed', { name, names: nameList([row.name]) }), () =>
        renameBack({ site, key: keyAfter(row.key, moved), name: row.name, still: name }),
      );
    },
    [t, sayUndoable, renameBack, site, onMoved],
  );
}

/** The entry of a menu that asks for another folder for these files. */
export function moveEntry(
  files: FileSelection,
  onMove: (files: FileSelection) => void,
  t: ReturnType<typeof useText>,
): MenuAction {
  return { id: 'move', label: t('files.move'), icon: 'folder', onAction: () => onMove(files) };
}

/** The entry of a menu that deletes these files, by its key as well. */
export function deleteEntry(
  files: FileSelection,
  onDelete: (files: FileSelection) => void,
  t: ReturnType<typeof useText>,
): MenuAction {
  return {
    id: 'delete',
    label: t('files.delete'),
    icon: 'trash',
    keys: 'Delete',
    danger: true,
    onAction: () => onDelete(files),
  };
}

/** The entries of a menu that moves files to another category. */
export function categoryEntries(
  current: Category | null,
  onChoose: (category: Category) => void,
): readonly MenuAction[] {
  return CATEGORIES.filter(({ id }) => id !== current).map(({ id }) => ({
    id: `to-${id}`,
    label: categoryLabel(id),
    icon: categoryIcon(id),
    onAction: () => onChoose(id),
  }));
}
