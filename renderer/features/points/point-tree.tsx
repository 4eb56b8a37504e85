import { useState, type ReactNode, type Ref } from 'react';
import type { Point, PointRow } from '../../../shared/ipc/datamodel.ts';
import { useText } from '../../text/use-text.ts';
import type { TreeLine, TreePlace } from '../../ui/table/tree.ts';
import { VirtualTree, type VirtualTreeHandle } from '../../ui/table/virtual-tree.tsx';
import { tellingWords } from '../../text/telling-words.ts';
import { EquipmentLine, PointLine } from './point-line.tsx';
import type { PointLines } from './use-point-pages.ts';

interface PointTreeProps {
  readonly lines: PointLines;
  readonly selected: ReadonlySet<string>;
  readonly colourOf: ((id: string) => string | undefined) | undefined;
  readonly onToggle: (point: Point) => void;
  readonly onFold: (name: string | null) => void;
  readonly onFavourite: (point: Point) => void;
  /** The point that was looked at last. */
  readonly onCurrent: (point: Point | null) => void;
  readonly ref?: Ref<VirtualTreeHandle> | undefined;
}

/** Equipment, and below each its points. */
export function PointTree(props: PointTreeProps): ReactNode {
  const { lines, onFold, onToggle, onCurrent } = props;
  const t = useText();
  const [index, setIndex] = useState(-1);
  const fold = (row: PointRow): void => {
    if (row.kind === 'equipment') onFold(row.name);
  };
  const choose = (row: PointRow): void => {
    if (row.kind === 'equipment') onFold(row.name);
    else onToggle(row);
  };
  const goTo = (next: number): void => {
    setIndex(next);
    const row = lines.at(next);
    onCurrent(row?.kind === 'point' ? row : null);
  };
  return (
    <VirtualTree
      ref={props.ref}
      label={t('datamodel.points')}
      rows={lines}
      placeOf={placeOf}
      linesOf={(rows) => linesOf(rows, props)}
      index={index}
      onIndex={goTo}
      onFold={fold}
      onChoose={choose}
      onPress={choose}
      isMultiple
    />
  );
}

function placeOf(row: PointRow): TreePlace {
  return row.kind === 'equipment' ? { level: 1, isOpen: !row.folded } : { level: 2, isOpen: null };
}

function linesOf(
  rows: readonly (PointRow | undefined)[],
  { selected, colourOf, onFavourite }: PointTreeProps,
): readonly (TreeLine | undefined)[] {
  const names = namesOf(rows.flatMap((row) => (row?.kind === 'point' ? [row] : [])));
  // Of each name the word that tells it from those around it.
  const words = tellingWords([...names.values()]);
  return rows.map((row): TreeLine | undefined => {
    if (row === undefined) return undefined;
    if (row.kind === 'equipment')
      return {
        className: 'point-equipment',
        title: known([row.name, row.label, row.class]).join(' · '),
        content: <EquipmentLine row={row} />,
      };
    const isChecked = selected.has(row.id);
    const name = names.get(row.id) ?? row.label;
    return {
      className: isChecked ? 'point-line point-checked' : 'point-line',
      title: known([row.label, row.class, row.id]).join('\n'),
      isChecked,
      content: (
        <PointLine
          row={row}
          name={name}
          telling={words.get(name)}
          isChecked={isChecked}
          colour={colourOf?.(row.id)}
          onFavourite={() => onFavourite(row)}
        />
      ),
    };
  });
}

/** What these points are called, by id: several of one name below one equipment get their ids behind it. */
function namesOf(points: readonly Point[]): ReadonlyMap<string, string> {
  const placeOf = ({ equipment, label }: Point): string => JSON.stringify([equipment, label]);
  const namesakes = Map.groupBy(points, placeOf);
  return new Map(
    points.map((point) => {
      const isSole = namesakes.get(placeOf(point))?.length === 1 || point.label === point.id;
      return [point.id, isSole ? point.label : `${point.label} (${point.id})`];
    }),
  );
}

function known(words: readonly (string | null)[]): readonly string[] {
  return words.filter((word) => word !== null);
}
