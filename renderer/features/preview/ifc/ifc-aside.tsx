import { useEffect, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useText } from '../../../text/use-text.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { format } from '../../../ui/words/format.ts';
import { Switch } from '../../../ui/inputs/switch.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { rowsOf } from '../../../ui/table/source.ts';
import { VirtualTable } from '../../../ui/table/virtual-table.tsx';
import { drawn } from '../../../ui/look/text-size.ts';
import type { Stage } from '../model/stage.ts';
import { PreviewNote } from '../preview-parts.tsx';
import { classWords } from './class-words.ts';
import { IfcFacts } from './ifc-facts.tsx';
import { openAtFirst, placesOf, rowsOfTree, wayTo, type IfcNode, type IfcRow } from './ifc-tree.ts';
import type { OpenIfc } from './load-ifc.ts';
import './ifc.css';

interface IfcAsideProps {
  readonly model: OpenIfc;
  readonly stage: Stage;
  readonly name: string;
  /** The element that is looked at. */
  readonly item: number | null;
  readonly onItem: (item: number | null) => void;
}

/** The parts of the building, and what is known of one. */
export function IfcAside({ model, stage, name, item, onItem }: IfcAsideProps): ReactNode {
  const t = useText();
  useEffect(() => void model.mark(item), [model, item]);
  const goTo = async (wanted: number): Promise<void> => {
    stage.setBox(await model.boxOf(wanted));
    stage.fit();
    stage.setBox(model.box);
  };
  return (
    <aside className="ifc-aside" aria-label={t('preview.ifc.parts')}>
      {model.showRooms !== null && <RoomsSwitch onShow={model.showRooms} />}
      {model.isPartial && <PreviewNote>{t('preview.ifc.partial', { name })}</PreviewNote>}
      <Parts model={model} item={item} onItem={onItem} onGoTo={(wanted) => void goTo(wanted)} />
      <IfcFacts model={model} item={item} onGoTo={(wanted) => void goTo(wanted)} />
    </aside>
  );
}

function RoomsSwitch({ onShow }: { readonly onShow: (on: boolean) => Promise<void> }): ReactNode {
  const t = useText();
  const [isOn, setOn] = useState(false);
  const onChange = (on: boolean): void => {
    setOn(on);
    void onShow(on);
  };
  return (
    <div className="ifc-rooms">
      <Switch isSelected={isOn} onChange={onChange}>
        {t('preview.ifc.rooms')}
      </Switch>
    </div>
  );
}

interface PartsProps extends Pick<IfcAsideProps, 'model' | 'item' | 'onItem'> {
  readonly onGoTo: (item: number) => void;
}

function Parts({ model, item, onItem, onGoTo }: PartsProps): ReactNode {
  const t = useText();
  const { tree } = model;
  const [open, setOpen] = useState(() => openAtFirst(tree));
  const [followed, setFollowed] = useState(item);
  if (followed !== item) {
    // An element that was picked in the model is shown where it belongs.
    setFollowed(item);
    const way = item === null ? null : wayTo(tree, item);
    if (way !== null && way.some((key) => !open.has(key))) setOpen(new Set([...open, ...way]));
  }
  const rows = useMemo(() => rowsOfTree(tree, open), [tree, open]);
  const source = useMemo(() => rowsOf(rows, ({ node }) => node.key), [rows]);
  const names = useNames(model, rows);
  const toggle = (node: IfcNode): void => {
    const next = new Set(open);
    if (!next.delete(node.key)) next.add(node.key);
    setOpen(next);
  };
  const [current, setCurrent] = useState<string | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows.find(({ node }) => node.key === current);
    const wants = event.key === 'ArrowRight' ? true : event.key === 'ArrowLeft' ? false : null;
    if (row === undefined || wants === null || row.isOpen === wants || row.node.children.length === 0) return;
    event.preventDefault();
    toggle(row.node);
  };
  const columns = useColumns(names, toggle);
  return (
    <div className="ifc-parts" role="presentation" onKeyDown={onKeyDown}>
      <VirtualTable
        label={t('preview.ifc.parts')}
        source={source}
        columns={columns}
        rowHeight={28}
        current={item === null ? current : String(item)}
        onCurrentChange={(key, row) => {
          setCurrent(key);
          if (row !== undefined) onItem(row.node.item);
        }}
        onOpen={({ node }) => {
          if (node.children.length > 0) toggle(node);
          else if (node.item !== null) onGoTo(node.item);
        }}
      />
    </div>
  );
}

function useColumns(
  names: ReadonlyMap<number, string | null>,
  toggle: (node: IfcNode) => void,
): readonly Column<IfcRow>[] {
  const t = useText();
  return [
    {
      id: 'name',
      label: t('preview.ifc.parts'),
      width: 'grow',
      cell: ({ node, depth, isOpen }, { isCurrent }) => {
        const words = wordsOf(node, names, t('preview.ifc.unnamed'));
        return (
          <span className="ifc-part" style={{ paddingLeft: drawn(depth * 14) }}>
            {node.children.length > 0 ? (
              <IconButton
                icon={isOpen ? 'chevronDown' : 'chevronRight'}
                size="s"
                label={t('preview.ifc.open', { name: words })}
                excludeFromTabOrder={!isCurrent}
                onPress={() => toggle(node)}
              />
            ) : (
              <span className="ifc-leaf" />
            )}
            <span className={node.item === null ? 'cut ink-2' : 'cut'} title={words}>
              {words}
            </span>
          </span>
        );
      },
    },
    {
      id: 'count',
      label: '',
      width: 56,
      align: 'end',
      cell: ({ node }) => (
        <span className="ink-3 num t-small">{node.count === 0 ? '' : format.count(node.count)}</span>
      ),
    },
  ];
}

function wordsOf(node: IfcNode, names: ReadonlyMap<number, string | null>, unnamed: string): string {
  if (node.item === null) return classWords(node.category);
  const name = names.get(node.item);
  if (name === undefined) return `${classWords(node.category)} #${node.item}`;
  return name ?? `${classWords(node.category)} · ${unnamed}`;
}

/** Rows are named a screen at a time ahead: asking for all elements of a tower takes seconds. */
const NAMED_AT_ONCE = 2000;

function useNames(model: OpenIfc, rows: readonly IfcRow[]): ReadonlyMap<number, string | null> {
  const [names, setNames] = useState<ReadonlyMap<number, string | null>>(new Map());
  useEffect(() => {
    const wanted = [...placesOf(model.tree), ...rows.flatMap(({ node }) => node.item ?? [])];
    const missing = [...new Set(wanted)].filter((item) => !names.has(item)).slice(0, NAMED_AT_ONCE);
    if (missing.length === 0) return undefined;
    let isWanted = true;
    void model.names(missing).then((found) => {
      if (isWanted) setNames((now) => new Map([...now, ...found]));
    });
    return () => {
      isWanted = false;
    };
  }, [model, rows, names]);
  return names;
}
