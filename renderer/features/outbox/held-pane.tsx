import { useEffect, useMemo, type ReactNode } from 'react';
import type { HeldDeletes } from '../../../shared/ipc/outbox.ts';
import { baseName, folderOf } from '../../../shared/model/rel-path.ts';
import { text } from '../../text/setup.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Chip } from '../../ui/telling/chip.tsx';
import { format } from '../../ui/words/format.ts';
import { fileIcon, Icon } from '../../ui/icons/icons.tsx';
import { announce } from '../../ui/telling/live-region.tsx';
import { TwoLineCell } from '../../ui/table/two-line-cell.tsx';
import { MutedNameCell, NameCell, NumberCell } from '../../ui/table/cells.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { isSelected, only } from '../../ui/table/selection.ts';
import { rowsOf } from '../../ui/table/source.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { useHeldReview } from './held-review.ts';
import { AtSite, Pane } from './pane/pane.tsx';
import { useHeld } from './use-held.ts';

type HeldFile = HeldDeletes['files'][number];

/** Marks files that joined since the review began beside their name: a column for that would be mostly empty. */
const nameColumn = (begun: ReadonlySet<string>): Column<HeldFile> => ({
  id: 'name',
  label: text('files.columns.name'),
  width: 'grow',
  cell: (file) => (
    <>
      <NameCell icon={fileIcon(file.path, 'other')} name={baseName(file.path)} />
      <Later file={file} begun={begun} />
    </>
  ),
  // Where it lies and how much it is decides whether it may go: below the name where the window has no room beside it.
  without: [
    { column: 'path', cell: (file) => <WithPlace file={file} begun={begun} /> },
    {
      column: 'size',
      cell: (file) => <WithPlace file={file} begun={begun} amount={format.bytes(file.size)} />,
    },
  ],
});

interface OfFile {
  readonly file: HeldFile;
  readonly begun: ReadonlySet<string>;
}

function WithPlace({ file, begun, amount }: OfFile & { readonly amount?: string }): ReactNode {
  const { path } = file;
  return (
    <>
      <TwoLineCell
        mark={<Icon name={fileIcon(path, 'other')} className="ink-3" />}
        name={baseName(path)}
        detail={folderOf(path) || text('files.siteFolder')}
        {...(amount === undefined ? {} : { amount })}
      />
      <Later file={file} begun={begun} />
    </>
  );
}

function Later({ file, begun }: OfFile): ReactNode {
  return !begun.has(file.key) && <Chip tone="warn">{text('outbox.held.isLater')}</Chip>;
}

const COLUMNS: readonly Column<HeldFile>[] = [
  {
    id: 'path',
    label: text('files.columns.path'),
    // Shows what would be deleted, so it keeps its width even beside both sides in a window of 1024 pixels.
    width: 112,
    share: 0.6,
    giveWay: 1,
    cell: ({ path }) => <MutedNameCell name={folderOf(path)} ending="folder" title={path} />,
  },
  {
    id: 'size',
    label: text('files.columns.size'),
    width: 72,
    giveWay: 2,
    align: 'end',
    cell: ({ size }) => <NumberCell>{format.bytes(size)}</NumberCell>,
  },
];

/** Where the file would be deleted: a column only if that differs between files. */
const SIDE: Column<HeldFile> = {
  id: 'side',
  label: text('outbox.held.side'),
  width: 132,
  cell: ({ direction }) => <MutedNameCell name={text(`outbox.held.sides.${direction}`)} />,
};

/**
 * All files whose delete is held. Those held when the review began are ticked, and the buttons act on the ticked ones.
 * Later ones are marked but not ticked, so that no button comes to mean more under the pointer. The question itself is
 * in the banner above. While the folder is missing there is nothing to choose, only a list.
 */
export function HeldPane({ held }: { readonly held: HeldDeletes }): ReactNode {
  const t = useText();
  const { putBack, confirm, busy } = useHeld(held.site);
  const { files, direction, siteName: site, folderAway } = held;
  const keys = useMemo(() => files.map(keyOf), [files]);
  const { begun, ticked, tick } = useHeldReview(held.site, keys);
  const source = useMemo(() => rowsOf(files, keyOf, ({ path }) => baseName(path)), [files]);
  const picked = useMemo(() => only(ticked), [ticked]);
  const count = ticked.size;
  const later = keys.length - begun.size;
  const columns = useMemo(() => columnsOf(direction, begun), [direction, begun]);
  useEffect(() => {
    if (later > 0) announce(t('outbox.held.later', { count: later }));
  }, [later, t]);
  return (
    <Pane
      title={t('outbox.held.files')}
      subtitle={<AtSite name={site} />}
      aside={
        <span className="t-small ink-2">{t(folderAway ? 'outbox.held.away' : CONSEQUENCE[direction])}</span>
      }
      actions={
        !folderAway && (
          <>
            <Button isDisabled={count === 0 || busy} onPress={() => putBack([...ticked])}>
              {t('outbox.held.putBackSome', { count })}
            </Button>
            <Button variant="danger" isDisabled={count === 0 || busy} onPress={() => confirm([...ticked])}>
              {t('outbox.held.deleteSome', { count })}
            </Button>
          </>
        )
      }
    >
      <p className="t-small ink-2">
        {t('outbox.held.why')}: {held.why}
      </p>
      {later > 0 && (
        <p className="row t-small tone-warn">
          <Icon name="warn" size={14} />
          {t('outbox.held.later', { count: later })}
        </p>
      )}
      <div className="outbox-held" data-held={held.site}>
        <VirtualTable
          label={t('outbox.held.files')}
          source={source}
          columns={columns}
          {...(folderAway
            ? {}
            : {
                selection: picked,
                // All means those held now, none that comes later.
                onSelectionChange: (next) => tick(keys.filter((key) => isSelected(next, key))),
              })}
        />
      </div>
    </Pane>
  );
}

function columnsOf(
  direction: HeldDeletes['direction'],
  begun: ReadonlySet<string>,
): readonly Column<HeldFile>[] {
  return [nameColumn(begun), ...COLUMNS, ...(direction === 'both' ? [SIDE] : [])];
}

const CONSEQUENCE = {
  remote: 'outbox.held.deleteRemote',
  local: 'outbox.held.deleteLocal',
  both: 'outbox.held.deleteBoth',
} as const;

const keyOf = ({ key }: HeldFile): string => key;
