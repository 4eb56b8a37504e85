import { useMemo, useState, type ReactNode } from 'react';
import type { FileFilter, FileRow, FileSelection, FileSort } from '../../../shared/ipc/files.ts';
import { useAnswer, useAppFact } from '../../state/engine.tsx';
import { useKept } from '../../state/kept.ts';
import { refine, useRoute } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { SplitView } from '../../ui/split-view.tsx';
import { sortOf, type Sort } from '../../ui/table/columns.ts';
import { countSelected, isSelected, NOTHING, type Selection } from '../../ui/table/selection.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { toast } from '../../ui/toast.tsx';
import { useFileActs } from './file-acts.ts';
import { fileColumns } from './file-columns.tsx';
import { FileDetailsPanel } from './file-details.tsx';
import { DeleteDialog, RenameDialog } from './file-dialogs.tsx';
import { EVERYTHING, filterOf, paramsOf } from './file-filter.ts';
import { FileMenu, type MenuPlace } from './file-menu.tsx';
import { FilesSelection } from './files-selection.tsx';
import { FilesToolbar } from './files-toolbar.tsx';
import { NoFiles } from './no-files.tsx';
import { QuickLook } from './quick-look.tsx';
import { useFilePages } from './use-file-pages.ts';

const SORTS: readonly FileSort['by'][] = ['name', 'status', 'category', 'path', 'size', 'changed', 'by'];
const NEWEST_FIRST: Sort = { by: 'changed', descending: true };
const ROW_HEIGHTS = { compact: 28, regular: 32, roomy: 40 } as const;

/** All files of a site, any number of them; one beside them in all its detail. */
export function FilesTab({ site }: { readonly site: string }): ReactNode {
  const t = useText();
  const { params } = useRoute();
  const filter = useMemo(() => filterOf(params), [params]);
  const [sort, setSort] = useKept<Sort>('files.sort', NEWEST_FIRST, sortOf(SORTS));
  const [picked, setPicked] = usePicked(filter);
  const [current, setCurrent] = useCurrentFile(params['file'] ?? null);
  const [over, setOver] = useState<Over>(NOTHING_OVER);
  const query = useMemo(() => {
    const by = SORTS.find((each) => each === sort.by) ?? 'name';
    return { site, filter, sort: { by, descending: sort.descending } };
  }, [site, filter, sort]);
  const { source, first } = useFilePages(query);
  const isKept = useAnswer('sites.list', null).data?.find(({ id }) => id === site)?.followed !== null;
  const acts = useFileActs(site);
  const me = useAppFact((state) => state.account.person);
  const columns = useMemo(() => fileColumns(site, me), [site, me]);
  const density = useAnswer('settings.get', null).data?.density ?? 'regular';
  const narrow = (next: FileFilter): void =>
    refine({ screen: 'site', site, tab: 'files', params: paramsOf(next) });
  const count = countSelected(picked, source.count);
  const selection = selectionOf(picked, filter);
  const menu = (row: FileRow, at: MenuPlace['at']): void => {
    const isSeveral = count > 1 && isSelected(picked, row.key);
    const files = isSeveral ? selection : { keys: [row.key] };
    setOver({ ...NOTHING_OVER, menu: { row, files, isSeveral, at } });
  };
  const look = (row: FileRow): void => {
    setCurrent(row.key);
    if (row.here) setOver({ ...NOTHING_OVER, isLooking: true });
    else toast(t('files.notHere'));
  };
  const step = async (by: -1 | 1): Promise<void> => {
    const index = current === null ? null : await source.indexOf?.(current);
    const next = typeof index === 'number' ? source.rowAt(index + by) : undefined;
    if (next?.here === true) setCurrent(next.key);
  };
  const rename = (row: FileRow): void => setOver({ ...NOTHING_OVER, renaming: row });
  const remove = (files: FileSelection): void => setOver({ ...NOTHING_OVER, deleting: files });
  return (
    <>
      {isKept && <FilesToolbar filter={filter} onChange={narrow} counts={first} />}
      <SplitView
        label={t('files.details')}
        storageKey="files"
        details={
          current === null ? null : (
            <FileDetailsPanel
              site={site}
              file={current}
              acts={acts}
              onRename={rename}
              onDelete={remove}
              onGone={() => setCurrent(null)}
            />
          )
        }
        onCloseDetails={() => setCurrent(null)}
      >
        {!isKept && first !== null ? (
          <NoFiles site={site} page={first} onClearFilter={() => narrow(EVERYTHING)} />
        ) : first === null ? (
          <SkeletonRows label={t('ui.loading')} rows={12} />
        ) : (
          <VirtualTable
            label={t('files.list')}
            source={source}
            columns={columns}
            rowHeight={ROW_HEIGHTS[density]}
            sort={sort}
            onSortChange={setSort}
            selection={picked}
            onSelectionChange={setPicked}
            current={current}
            onCurrentChange={setCurrent}
            onOpen={(row) => (row.here && acts.canOpen ? acts.open(row.key) : look(row))}
            onPreview={look}
            onMenu={menu}
            onDelete={(row) => {
              if (count > 0) remove(selection);
              else if (row !== undefined) remove({ keys: [row.key] });
            }}
            onRename={rename}
            rowTone={toneOf}
            empty={<NoFiles site={site} page={first} onClearFilter={() => narrow(EVERYTHING)} />}
          >
            {count > 0 && (
              <FilesSelection
                site={site}
                files={selection}
                acts={acts}
                onDelete={remove}
                onClear={() => setPicked(NOTHING)}
              />
            )}
          </VirtualTable>
        )}
      </SplitView>
      <FileMenu
        place={over.menu}
        acts={acts}
        onClose={() => setOver((now) => ({ ...now, menu: null }))}
        onPreview={look}
        onRename={rename}
        onDelete={remove}
      />
      <DeleteDialog
        site={site}
        files={over.deleting}
        onClose={() => setOver(NOTHING_OVER)}
        onYes={(files) => {
          acts.remove(files);
          setPicked(NOTHING);
        }}
      />
      <QuickLook
        site={site}
        file={over.isLooking ? current : null}
        acts={acts}
        onClose={() => setOver(NOTHING_OVER)}
        onStep={(by) => void step(by)}
      />
      <RenameDialog site={site} row={over.renaming} onClose={() => setOver(NOTHING_OVER)} />
    </>
  );
}

/** What stands over the list. */
interface Over {
  readonly menu: MenuPlace | null;
  readonly deleting: FileSelection | null;
  readonly renaming: FileRow | null;
  readonly isLooking: boolean;
}

const NOTHING_OVER: Over = { menu: null, deleting: null, renaming: null, isLooking: false };

/** The file beside the list; an address that names another one leads to it. */
function useCurrentFile(wanted: string | null): readonly [string | null, (key: string | null) => void] {
  const [current, setCurrent] = useState({ key: wanted, wanted });
  if (current.wanted !== wanted) setCurrent({ key: wanted ?? current.key, wanted });
  const set = useMemo(
    () => (key: string | null) => setCurrent((now) => (now.key === key ? now : { ...now, key })),
    [],
  );
  return [current.key, set];
}

/** What is picked holds for the list that it was picked from: however that is narrowed anew, nothing is. */
function usePicked(filter: FileFilter): readonly [Selection, (selection: Selection) => void] {
  const list = JSON.stringify(filter);
  const [picked, setPicked] = useState({ selection: NOTHING, list });
  const set = useMemo(() => (selection: Selection) => setPicked({ selection, list }), [list]);
  return [picked.list === list ? picked.selection : NOTHING, set];
}

function selectionOf(selection: Selection, filter: FileFilter): FileSelection {
  return selection.all ? { filter, except: [...selection.except] } : { keys: [...selection.keys] };
}

const toneOf = ({ status }: FileRow): 'faint' | null => (status === 'online-only' ? 'faint' : null);
