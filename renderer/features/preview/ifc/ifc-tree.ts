import type { SpatialTreeItem } from '@thatopen/fragments';

/** A part of a building, or all parts of one class below it. */
export interface IfcNode {
  readonly key: string;
  /** The element; null for a group of one class. */
  readonly item: number | null;
  readonly category: string;
  readonly children: readonly IfcNode[];
  /** Elements in it, itself not counted; of a group, its members. */
  readonly count: number;
}

/** A row of the shown tree. */
export interface IfcRow {
  readonly node: IfcNode;
  /** From 1, at the top. */
  readonly level: number;
  readonly isOpen: boolean;
  /** Which one it is, from 1, of how many parts of what it is in. */
  readonly among: { readonly at: number; readonly of: number };
}

/** Classes whose parts stand by themselves: a person looks for a storey, not for the storeys. */
const PLACES = new Set([
  'IFCPROJECT',
  'IFCSITE',
  'IFCBUILDING',
  'IFCBUILDINGSTOREY',
  'IFCFACILITY',
  'IFCFACILITYPART',
]);

/** Classes of what nobody builds: the air of a room, and what is cut out of a wall. They have a shape in the file. */
const ROOMS = ['IFCSPACE', 'IFCSPATIALZONE'];
export const ROOM_CLASSES = exactly(ROOMS);
const OPENINGS = ['IFCOPENINGELEMENT', 'IFCOPENINGSTANDARDCASE', 'IFCVOIDINGFEATURE'];
export const UNBUILT_CLASSES = exactly([...ROOMS, ...OPENINGS]);

function exactly(classes: readonly string[]): RegExp {
  return new RegExp(`^(?:${classes.join('|')})$`);
}

/** The library's tree, in which each class stands between a part and its parts, as people think of a building. */
export function treeOf(root: SpatialTreeItem): readonly IfcNode[] {
  return groupsOf([root], '');
}

function groupsOf(groups: readonly SpatialTreeItem[], above: string): readonly IfcNode[] {
  return groups.flatMap((group) => {
    const category = group.category ?? '';
    const items = (group.children ?? []).flatMap((child) => itemOf(child, category));
    if (PLACES.has(category) || items.length === 0) return items;
    const count = UNBUILT_CLASSES.test(category) ? items.length : elementsIn(items);
    return [{ key: `${above}/${category}`, item: null, category, children: items, count }];
  });
}

function itemOf({ localId, children }: SpatialTreeItem, category: string): readonly IfcNode[] {
  if (localId === null) return [];
  const key = String(localId);
  const parts = groupsOf(children ?? [], key);
  return [{ key, item: localId, category, children: parts, count: elementsIn(parts) }];
}

/** What is built: neither places nor rooms, but what stands in them. */
export function elementsIn(nodes: readonly IfcNode[]): number {
  return nodes.reduce((sum, { item, category, children, count }) => {
    if (item === null) return sum + (UNBUILT_CLASSES.test(category) ? elementsIn(children) : count);
    return sum + count + (PLACES.has(category) || UNBUILT_CLASSES.test(category) ? 0 : 1);
  }, 0);
}

/** The rows that are seen when these nodes are open. */
export function rowsOfTree(nodes: readonly IfcNode[], open: ReadonlySet<string>): readonly IfcRow[] {
  const rows: IfcRow[] = [];
  const walk = (parts: readonly IfcNode[], level: number): void => {
    for (const [before, node] of parts.entries()) {
      const isOpen = open.has(node.key);
      rows.push({ node, level, isOpen, among: { at: before + 1, of: parts.length } });
      if (isOpen) walk(node.children, level + 1);
    }
  };
  walk(nodes, 1);
  return rows;
}

/** The keys that lead from the top to a part, its own left out; null where it is not in the tree. */
export function wayTo(nodes: readonly IfcNode[], key: string): readonly string[] | null {
  for (const node of nodes) {
    if (node.key === key) return [];
    const below = wayTo(node.children, key);
    if (below !== null) return [node.key, ...below];
  }
  return null;
}

/** Open at first: down to the storeys, which are closed. */
export function openAtFirst(nodes: readonly IfcNode[]): ReadonlySet<string> {
  const open = new Set<string>();
  const walk = (level: readonly IfcNode[]): void => {
    for (const node of level) {
      if (!PLACES.has(node.category) || node.category === 'IFCBUILDINGSTOREY') continue;
      open.add(node.key);
      walk(node.children);
    }
  };
  walk(nodes);
  return open;
}

/** Parts of the building that have names worth knowing from the start. */
export function placesOf(nodes: readonly IfcNode[]): readonly number[] {
  return nodes.flatMap(({ item, category, children }) => [
    ...(item !== null && PLACES.has(category) ? [item] : []),
    ...placesOf(children),
  ]);
}
