import { useMemo, useState, type ReactNode } from 'react';
import type { HeldDeletes } from '../../../shared/ipc/outbox.ts';
import { baseName, folderOf } from '../../../shared/model/rel-path.ts';
import { text } from '../../text/setup.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { format } from '../../ui/format.ts';
import { fileIcon } from '../../ui/icons.tsx';
import { MutedNameCell, NameCell, NumberCell } from '../../ui/table/cells.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { countSelected, EVERYTHING, isSelected, type Selection } from '../../ui/table/selection.ts';
import { rowsOf } from '../../ui/table/source.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { Pane } from './pane/pane.tsx';
import { useHeld } from './use-held.ts';

type HeldFile = HeldDeletes['files'][number];

const COLUMNS: readonly Column<HeldFile>[] = [
  {
    id: 'name',
    label: text('files.columns.name'),
    width: 'grow',
    cell: ({ path }) => <NameCell icon={fileIcon(path, 'other')} name={baseName(path)} />,
  },
  {
    id: 'path',
    label: text('files.columns.path'),
    width: 180,
    giveWay: 1,
    cell: ({ path }) => <MutedNameCell name={folderOf(path)} title={path} />,
  },
  {
    id: 'size',
    label: text('files.columns.size'),
    width: 72,
    align: 'end',
    cell: ({ size }) => <NumberCell>{format.bytes(size)}</NumberCell>,
  },
];

/** Where the delete would happen: asked only where that is not one side for all. */
const SIDE: Column<HeldFile> = {
  id: 'side',
  label: text('outbox.held.side'),
  width: 132,
  cell: ({ direction }) => <MutedNameCell name={text(`outbox.held.sides.${direction}`)} />,
};

/**
 * Every file whose delete is held, all chosen at first; the buttons are for those that are. What is asked stands in the
 * banner above. While the folder is away there is nothing to choose, only what would be asked about.
 */
export function HeldPane({ held }: { readonly held: HeldDeletes }): ReactNode {
  const t = useText();
  const { putBack, confirm, busy } = useHeld(held.site);
  const [picked, setPicked] = useState<Selection>(EVERYTHING);
  const { files, direction, siteName: site, folderAway } = held;
  const source = useMemo(() => rowsOf(files, keyOf, ({ path }) => baseName(path)), [files]);
  const count = countSelected(picked, files.length);
  const keys = (): string[] => files.filter(({ key }) => isSelected(picked, key)).map(keyOf);
  return (
    <Pane
      title={t('outbox.held.files')}
      subtitle={site}
      aside={
        <span className="t-small ink-2">{t(folderAway ? 'outbox.held.away' : CONSEQUENCE[direction])}</span>
      }
      actions={
        !folderAway && (
          <>
            <Button isDisabled={count === 0 || busy} onPress={() => putBack(keys())}>
              {t('outbox.held.putBackSome', { count })}
            </Button>
            <Button variant="danger" isDisabled={count === 0 || busy} onPress={() => confirm(keys())}>
              {t('outbox.held.deleteSome', { count })}
            </Button>
          </>
        )
      }
    >
      <p className="t-small ink-2">
        {t('outbox.held.why')}: {held.why}
      </p>
      <div className="outbox-held">
        <VirtualTable
          label={t('outbox.held.files')}
          source={source}
          columns={direction === 'both' ? [...COLUMNS, SIDE] : COLUMNS}
          {...(folderAway ? {} : { selection: picked, onSelectionChange: setPicked })}
        />
      </div>
    </Pane>
  );
}

const CONSEQUENCE = {
  remote: 'outbox.held.deleteRemote',
  local: 'outbox.held.deleteLocal',
  both: 'outbox.held.deleteBoth',
} as const;

const keyOf = ({ key }: HeldFile): string => key;
