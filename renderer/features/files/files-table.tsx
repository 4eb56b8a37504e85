import { useMemo, type ReactNode } from 'react';
import type { FilePage, FileRow } from '../../../shared/ipc/files.ts';
import { useAnswer, useAppFact } from '../../state/engine.tsx';
import { useAsks } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { NOTHING } from '../../ui/table/selection.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import type { FileActs } from './file-acts.ts';
import { fileColumns } from './file-columns.tsx';
import { EVERYTHING } from './file-filter.ts';
import { FilesSelection } from './files-selection.tsx';
import { NoFiles } from './no-files.tsx';
import type { CurrentFile } from './use-current-file.ts';
import type { FileList } from './use-file-list.ts';
import type { FilesOver } from './use-files-over.ts';

const ROW_HEIGHTS = { compact: 28, regular: 32, roomy: 40 } as const;

interface FilesTableProps {
  readonly site: string;
  readonly list: FileList;
  readonly first: FilePage;
  readonly current: CurrentFile;
  readonly acts: FileActs;
  readonly over: FilesOver;
}

/** The rows, and what can be done with the selected ones. */
export function FilesTable({ site, list, first, current, acts, over }: FilesTableProps): ReactNode {
  const t = useText();
  const asks = useAsks();
  const me = useAppFact((state) => state.account.person);
  const columns = useMemo(() => fileColumns(site, me, list.same), [site, me, list.same]);
  const density = useAnswer('settings.get', null).data?.density ?? 'regular';
  const { picked, setPicked, count, selection } = list;
  return (
    <VirtualTable
      label={t('files.list')}
      source={list.source}
      columns={columns}
      rowHeight={ROW_HEIGHTS[density]}
      sort={list.sort}
      onSortChange={list.setSort}
      selection={picked}
      onSelectionChange={setPicked}
      current={current.key}
      asks={asks}
      onCurrentChange={current.told}
      onOpen={(row) => (row.here && acts.canOpen ? acts.open(row.key) : over.look(row))}
      onPreview={over.look}
      onMenu={over.openMenu}
      onDelete={(row) => {
        if (count > 0) over.remove(selection);
        else if (row !== undefined) over.remove({ keys: [row.key] });
      }}
      onRename={over.rename}
      rowTone={toneOf}
      empty={
        <NoFiles
          site={site}
          page={first}
          text={list.filter.text}
          onClearFilter={() => list.narrow(EVERYTHING)}
        />
      }
    >
      {count > 0 && (
        <FilesSelection
          site={site}
          files={selection}
          count={count}
          acts={acts}
          onMove={over.move}
          onDelete={over.remove}
          onClear={() => setPicked(NOTHING)}
        />
      )}
    </VirtualTable>
  );
}

const toneOf = ({ status }: FileRow): 'faint' | null => (status === 'online-only' ? 'faint' : null);
