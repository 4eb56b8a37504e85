import type { SpatialTreeItem } from '@thatopen/fragments';

/** A part of a building, or a group of all parts of one class below it. */
export interface IfcNode {
  readonly key: string;
  /** The element; null for a group. */
  readonly item: number | null;
  readonly category: string;
  readonly children: readonly IfcNode[];
  /** Elements below it, without itself; for a group, its members. */
  readonly count: number;
}

/** A visible row of the tree. */
export interface IfcRow {
  readonly node: IfcNode;
  /** From 1, at the top. */
  readonly level: number;
  readonly isOpen: boolean;
  /** Its position among the parts of its parent, from 1, and how many these are. */
  readonly among: { readonly at: number; readonly of: number };
}

/** Classes whose members are not grouped: people look for a storey, not for "the storeys". */
const PLACES = new Set([
  'IFCPROJECT',
  'IFCSITE',
  'IFCBUILDING',
  'IFCBUILDINGSTOREY',
  'IFCFACILITY',
  'IFCFACILITYPART',
]);

/** Classes that nobody builds: the air of a room, and openings cut out of walls. They have a shape in the file. */
const ROOMS = ['IFCSPACE', 'IFCSPATIALZONE'];
export const ROOM_CLASSES = exactly(ROOMS);
const OPENINGS = ['IFCOPENINGELEMENT', 'IFCOPENINGSTANDARDCASE', 'IFCVOIDINGFEATURE'];
export const UNBUILT_CLASSES = exactly([...ROOMS, ...OPENINGS]);

function exactly(classes: readonly string[]): RegExp {
  return new RegExp(`^(?:${classes.join('|')})$`);
}

/**
 * Turns the library's tree, in which a class stands between each part and its children, into one as people think of a
 * building.
 */
export function treeOf(root: SpatialTreeItem): readonly IfcNode[] {
  return groupsOf([root], '');
}

/** The class of the group of all elements that the file puts into no place. */
export const UNPLACED = '';

/**
 * Adds the elements that are drawn and not in the tree, by class: those that the file puts into no storey, and in one that
 * stops early all of which the storey would have been named behind that.
 */
export function withUnplaced(
  tree: readonly IfcNode[],
  drawn: Iterable<number>,
  membersOf: Readonly<Record<string, readonly number[]>>,
): readonly IfcNode[] {
  const left = new Set(drawn);
  const walk = (nodes: readonly IfcNode[]): void => {
    for (const { item, children } of nodes) {
      if (item !== null) left.delete(item);
      walk(children);
    }
  };
  walk(tree);
  const children = Object.entries(membersOf).flatMap(([category, members]): readonly IfcNode[] => {
    const items = UNBUILT_CLASSES.test(category) ? [] : members.filter((item) => left.has(item));
    if (items.length === 0) return [];
    const parts = items.map((item) => ({ key: String(item), item, category, children: [], count: 0 }));
    return [{ key: `/unplaced/${category}`, item: null, category, children: parts, count: parts.length }];
  });
  if (children.length === 0) return tree;
  const count = elementsIn(children);
  return [...tree, { key: '/unplaced', item: null, category: UNPLACED, children, count }];
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

/** The number of elements that are built: neither places nor rooms, but what is in them. */
export function elementsIn(nodes: readonly IfcNode[]): number {
  return nodes.reduce((sum, { item, category, children, count }) => {
    if (item === null) return sum + (UNBUILT_CLASSES.test(category) ? elementsIn(children) : count);
    return sum + count + (PLACES.has(category) || UNBUILT_CLASSES.test(category) ? 0 : 1);
  }, 0);
}

/** The rows that are visible when these nodes are open. */
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

/** The keys from the root to a part, without its own; null if it is not in the tree. */
export function wayTo(nodes: readonly IfcNode[], key: string): readonly string[] | null {
  for (const node of nodes) {
    if (node.key === key) return [];
    const below = wayTo(node.children, key);
    if (below !== null) return [node.key, ...below];
  }
  return null;
}

/** The nodes that are open at first: all above the storeys, and what is in none, down to its classes. */
export function openAtFirst(nodes: readonly IfcNode[]): ReadonlySet<string> {
  const open = new Set<string>();
  const walk = (level: readonly IfcNode[]): void => {
    for (const node of level) {
      const isPlace = PLACES.has(node.category) && node.category !== 'IFCBUILDINGSTOREY';
      if (!isPlace && node.category !== UNPLACED) continue;
      open.add(node.key);
      walk(node.children);
    }
  };
  walk(nodes);
  return open;
}

/** The places in the building, whose names are wanted from the start. */
export function placesOf(nodes: readonly IfcNode[]): readonly number[] {
  return nodes.flatMap(({ item, category, children }) => [
    ...(item !== null && PLACES.has(category) ? [item] : []),
    ...placesOf(children),
  ]);
}
