import type { ReactNode } from 'react';
import type { HealthRow } from '../../../shared/ipc/datamodel.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { text } from '../../text/setup.ts';
import { format, formatBeside, type Format } from '../../ui/words/format.ts';
import { MutedCell, MutedNameCell, NumberCell } from '../../ui/table/cells.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { TwoLineCell } from '../../ui/table/two-line-cell.tsx';
import type { TellingWord } from '../../text/telling-words.ts';
import { Truncate } from '../../ui/words/truncate.tsx';
import { HealthMark } from './health-mark.tsx';
import { reasonOf } from './health-reason.ts';

/** Letters at the end of a name: points of one kind differ there, as by their room. */
const KEPT = 6;

type Words = ReadonlyMap<string, TellingWord>;

/** How each point stands, and why; `zone` is that of the site, `words` tell labels apart that begin alike. */
export function healthColumns(zone: string | null, words: Words): readonly Column<HealthRow>[] {
  const times = formatBeside(zone).there;
  return [...pointColumns(words, times), ...placeColumns(), noteColumn(times)];
}

/** Which point it is, how it stands, and when it was heard of last. */
function pointColumns(words: Words, times: Format): readonly Column<HealthRow>[] {
  const nameAndReason = (row: HealthRow, amount: string): ReactNode => (
    <TwoLineCell
      mark={null}
      name={row.label}
      ending={KEPT}
      telling={words.get(row.label)}
      detail={reasonOf(row, times)}
      amount={amount}
    />
  );
  return [
    {
      id: 'state',
      label: text('datamodel.state'),
      // The longest word, and the mark of a point that is named twice.
      width: 226,
      // The reason says the rest, and gets the room.
      brief: { giveWay: 3, width: 124, cell: (row) => stateCell(row, 'filterWord') },
      cell: (row) => stateCell(row, 'healthWord'),
    },
    {
      id: 'label',
      label: text('datamodel.point'),
      width: 'grow',
      minWidth: 160,
      cell: ({ label }) => <Truncate text={label} ending={KEPT} telling={words.get(label)} />,
      // In a narrow window the reason is what is left of all there is to know, and at last when it was heard of.
      without: [
        { column: 'note', cell: (row) => nameAndReason(row, '') },
        {
          column: 'last',
          cell: (row) => nameAndReason(row, row.lastAt === null ? '' : times.when(row.lastAt)),
        },
      ],
    },
    {
      id: 'id',
      label: text('datamodel.id'),
      width: 160,
      // After the reason, which has its place below the name: points that are called alike differ in their ids.
      giveWay: 5,
      cell: ({ id }) => <MutedNameCell name={id} ending={KEPT} />,
    },
    {
      id: 'last',
      label: text('datamodel.lastData'),
      width: 130,
      giveWay: 6,
      align: 'end',
      cell: ({ lastAt }) => <NumberCell>{times.when(lastAt)}</NumberCell>,
    },
  ];
}

function stateCell({ health, repeated }: HealthRow, words: 'healthWord' | 'filterWord'): ReactNode {
  return (
    <>
      <HealthMark mark={health} />
      <span className="cut">{text(`datamodel.${words}.${health}`)}</span>
      {repeated !== null && <HealthMark mark="duplicated" label={text('datamodel.healthWord.duplicated')} />}
    </>
  );
}

/** Where it stands in the datamodels. */
function placeColumns(): readonly Column<HealthRow>[] {
  return [
    {
      id: 'file',
      label: text('datamodel.file'),
      width: 170,
      giveWay: 2,
      cell: ({ file, line }) => (
        <MutedNameCell name={baseName(file)} title={text('datamodel.lineOf', { file, line })} />
      ),
    },
    {
      id: 'line',
      label: text('datamodel.line'),
      width: 60,
      align: 'end',
      giveWay: 1,
      cell: ({ line }) => <NumberCell>{format.count(line)}</NumberCell>,
    },
  ];
}

function noteColumn(times: Format): Column<HealthRow> {
  return {
    id: 'note',
    label: text('datamodel.note'),
    width: 260,
    // Gives way after the place of a point, which people look up: this is the reason.
    giveWay: 4,
    cell: (row) => {
      const reason = reasonOf(row, times);
      return <MutedCell title={reason}>{reason}</MutedCell>;
    },
  };
}
