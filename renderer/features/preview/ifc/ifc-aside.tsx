import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useText } from '../../../text/use-text.ts';
import { Icon } from '../../../ui/icons/icons.tsx';
import { format } from '../../../ui/words/format.ts';
import { Switch } from '../../../ui/inputs/switch.tsx';
import type { TreeLine, TreePlace } from '../../../ui/table/tree.ts';
import { VirtualTree, type VirtualTreeHandle } from '../../../ui/table/virtual-tree.tsx';
import { VisuallyHidden } from '../../../ui/telling/visually-hidden.tsx';
import { drawn } from '../../../ui/look/text-size.ts';
import type { Stage } from '../model/stage.ts';
import { PreviewNote } from '../preview-parts.tsx';
import { classWords } from './class-words.ts';
import { IfcFacts } from './ifc-facts.tsx';
import { openAtFirst, placesOf, rowsOfTree, UNPLACED, wayTo, type IfcNode, type IfcRow } from './ifc-tree.ts';
import type { OpenIfc } from './load-ifc.ts';
import './ifc.css';

interface IfcAsideProps {
  readonly model: OpenIfc;
  readonly stage: Stage;
  readonly name: string;
  /** The selected element. */
  readonly item: number | null;
  readonly onItem: (item: number | null) => void;
}

/** The parts of the building, and the properties of the selected one. */
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
  const [current, setCurrent] = useState<string | null>(null);
  const [followed, setFollowed] = useState(item);
  if (followed !== item) {
    // An element that was picked in the model is shown at its place in the tree.
    setFollowed(item);
    const key = item === null ? null : String(item);
    const way = key === null ? null : wayTo(tree, key);
    if (key !== null) setCurrent(key);
    if (way !== null && way.some((above) => !open.has(above))) setOpen(new Set([...open, ...way]));
  }
  const rows = useMemo(() => rowsOfTree(tree, open), [tree, open]);
  const index = useMemo(() => indexOf(rows, tree, current), [rows, tree, current]);
  const handle = useRef<VirtualTreeHandle>(null);
  // Only when another one was picked: opening or closing nodes later scrolls nothing.
  useEffect(() => {
    if (index >= 0) handle.current?.reveal(index);
  }, [followed]);
  const names = useNames(model, rows);
  const toggle = ({ node }: IfcRow): void => {
    const next = new Set(open);
    if (!next.delete(node.key)) next.add(node.key);
    setOpen(next);
  };
  const choose = (row: IfcRow): void => {
    if (row.node.children.length > 0) toggle(row);
    else if (row.node.item !== null) onGoTo(row.node.item);
  };
  return (
    <div className="ifc-parts">
      <VirtualTree
        ref={handle}
        label={t('preview.ifc.parts')}
        rows={{ count: rows.length, at: (at) => rows[at] }}
        placeOf={placeOf}
        linesOf={(inView) => inView.map((row) => row && lineOf(row, wordsOf(row.node, names, t)))}
        index={index}
        onIndex={(at) => {
          const row = rows[at];
          if (row === undefined) return;
          setCurrent(row.node.key);
          setFollowed(row.node.item);
          onItem(row.node.item);
        }}
        onFold={toggle}
        onChoose={choose}
        onDoublePress={choose}
      />
    </div>
  );
}

/** The row of the current part, or of the closed node that it is in. */
function indexOf(rows: readonly IfcRow[], tree: readonly IfcNode[], current: string | null): number {
  if (current === null) return -1;
  const keys = new Set([current, ...(wayTo(tree, current) ?? [])]);
  return rows.findLastIndex(({ node }) => keys.has(node.key));
}

function placeOf({ node, level, isOpen, among }: IfcRow): TreePlace {
  return { level, isOpen: node.children.length > 0 ? isOpen : null, among };
}

function lineOf({ node, level, isOpen }: IfcRow, words: string): TreeLine {
  return { title: words, content: <PartLine node={node} level={level} isOpen={isOpen} words={words} /> };
}

interface PartLineProps extends Pick<IfcRow, 'node' | 'level' | 'isOpen'> {
  readonly words: string;
}

function PartLine({ node, level, isOpen, words }: PartLineProps): ReactNode {
  const t = useText();
  return (
    <>
      <span
        className="ifc-chevron"
        style={{ marginLeft: drawn((level - 1) * 14) }}
        {...(node.children.length > 0 ? { 'data-fold': '' } : {})}
      >
        {node.children.length > 0 && <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} />}
      </span>
      <span className={node.item === null ? 'cut grow ink-2' : 'cut grow'}>{words}</span>
      {node.count > 0 && (
        <span className="ink-3 num t-small">
          <span aria-hidden="true">{format.count(node.count)}</span>
          <VisuallyHidden>{t('preview.ifc.elements', { count: node.count })}</VisuallyHidden>
        </span>
      )}
    </>
  );
}

function wordsOf(
  node: IfcNode,
  names: ReadonlyMap<number, string | null>,
  t: ReturnType<typeof useText>,
): string {
  if (node.category === UNPLACED) return t('preview.ifc.unplaced');
  if (node.item === null) return classWords(node.category);
  const name = names.get(node.item);
  if (name === undefined) return `${classWords(node.category)} #${node.item}`;
  return name ?? `${classWords(node.category)} · ${t('preview.ifc.unnamed')}`;
}

/** Names are asked for in parts: asking for all elements of a tower takes seconds. */
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
