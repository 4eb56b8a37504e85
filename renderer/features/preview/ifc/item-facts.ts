import type { ItemData } from '@thatopen/fragments';

export interface FactGroup {
  /** Name of the set; null for the element's own attributes. */
  readonly name: string | null;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

/** What the library is asked about one element: its attributes, and its sets of properties and quantities. */
export const FACTS_ASKED = {
  attributesDefault: true,
  relationsDefault: { attributes: false, relations: false },
  relations: {
    IsDefinedBy: { attributes: true, relations: true },
    // From the element's type: doors of one make share their properties.
    HasPropertySets: { attributes: true, relations: true },
    HasProperties: { attributes: true, relations: false },
    Quantities: { attributes: true, relations: false },
  },
};

const OWN = ['Name', 'LongName', 'Description', 'ObjectType', 'Tag', 'PredefinedType', '_category', '_guid'];
const LABELS: Readonly<Record<string, string>> = { _category: 'Class', _guid: 'GlobalId' };
/** A property has one of these fields; in a quantity the field is named after what it measures. */
const VALUES = /^(EnumerationValues|ListValues|\w+Value)$/;

export function factsOf(item: ItemData): readonly FactGroup[] {
  const own = OWN.flatMap((name) => {
    const value = valueOf(item[name]);
    return value === null ? [] : [{ label: LABELS[name] ?? name, value }];
  });
  const defining = listOf(item['IsDefinedBy']);
  const all = [...defining, ...defining.flatMap((type) => listOf(type['HasPropertySets']))];
  const sets = all.map((set) => ({
    name: valueOf(set['Name']) ?? '–',
    facts: [...listOf(set['HasProperties']), ...listOf(set['Quantities'])].flatMap(factOf),
  }));
  return [{ name: null, facts: own }, ...sets.filter(({ facts }) => facts.length > 0)];
}

/** The name of an element; null if it has none. */
export function nameOf(item: ItemData): string | null {
  const long = valueOf(item['LongName']);
  const name = valueOf(item['Name']);
  if (long === null || name === null || long === name) return name ?? long;
  return `${name} · ${long}`;
}

function factOf(property: ItemData): readonly { readonly label: string; readonly value: string }[] {
  const label = valueOf(property['Name']);
  const held = Object.keys(property).find((key) => VALUES.test(key) && valueOf(property[key]) !== null);
  const value = boundsOf(property) ?? (held === undefined ? null : valueOf(property[held]));
  return label === null || value === null ? [] : [{ label, value }];
}

/** `18 – 26` for a value with two bounds; null for any other. */
function boundsOf(property: ItemData): string | null {
  const [lower, upper] = [valueOf(property['LowerBoundValue']), valueOf(property['UpperBoundValue'])];
  if (lower === null) return upper === null ? null : `≤ ${upper}`;
  return upper === null ? `≥ ${lower}` : `${lower} – ${upper}`;
}

function listOf(value: ItemData[string] | undefined): readonly ItemData[] {
  return Array.isArray(value) ? value : [];
}

function valueOf(attribute: ItemData[string] | undefined): string | null {
  if (attribute === undefined || Array.isArray(attribute)) return null;
  return words(attribute.value as unknown);
}

function words(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value.trim() === '' ? null : value;
    case 'number':
      // Values carry rounding errors of the program that wrote them.
      return String(Number(value.toPrecision(9)));
    case 'boolean':
      return String(value);
    case 'object':
      return Array.isArray(value)
        ? value
            .map(words)
            .filter((each) => each !== null)
            .join(', ') || null
        : null;
    default:
      return null;
  }
}
