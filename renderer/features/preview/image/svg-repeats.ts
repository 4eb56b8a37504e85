/**
 * Elements that a drawing may draw again where it refers to others, times how deep such references lie in one another: so
 * many take a browser seconds, and a kilobyte can ask for more than fit into any memory.
 */
const MOST = 500_000;
/** No drawing nests its parts so deep, each in the next. */
const DEEPEST = 1000;
/** Elements that are matched with the rules of its style sheets. */
const MOST_MATCHES = 20_000_000;

/** What an element comes to with all in it, and with all that these refer to. */
interface Extent {
  readonly elements: number;
  /** References that lie in one another, at the most. */
  readonly nesting: number;
}

const NOTHING: Extent = { elements: 0, nesting: 0 };
const TOO_MUCH: Extent = { elements: Infinity, nesting: 1 };

/** Does it repeat parts of itself so often that a browser would not come to an end with it? */
export function repeatsTooMuch(drawing: Document): boolean {
  const own = drawing.querySelectorAll('*').length;
  const styled = styledReferences(drawing, own);
  if (styled === null) return true;
  const { elements, nesting } = new Extents(drawing, styled).of(drawing.documentElement, 0);
  return (elements - own) * nesting > MOST;
}

class Extents {
  readonly #drawing: Document;
  readonly #styled: ReadonlyMap<Element, readonly string[]>;
  readonly #known = new Map<Element, Extent>();

  constructor(drawing: Document, styled: ReadonlyMap<Element, readonly string[]>) {
    this.#drawing = drawing;
    this.#styled = styled;
  }

  of(element: Element, depth: number): Extent {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    if (depth > DEEPEST) return TOO_MUCH;
    // What leads back to itself is drawn by no browser.
    this.#known.set(element, NOTHING);
    let { elements, nesting } = { elements: 1, nesting: 0 };
    for (const child of element.children) {
      const inner = this.of(child, depth + 1);
      elements += inner.elements;
      nesting = Math.max(nesting, inner.nesting);
    }
    for (const id of [...referencesIn(element), ...(this.#styled.get(element) ?? [])]) {
      const target = this.#drawing.getElementById(id);
      const repeated = target === null ? NOTHING : this.of(target, depth + 1);
      elements += repeated.elements;
      nesting = Math.max(nesting, repeated.nesting + 1);
    }
    const extent = { elements, nesting };
    this.#known.set(element, extent);
    return extent;
  }
}

/** By `href`, as of `use`, or by `url(#…)`, as of patterns, masks and markers. */
function referencesIn(element: Element): readonly string[] {
  return [...element.attributes].flatMap(({ localName, value }) =>
    localName === 'href' && value.startsWith('#') ? [idOf(value.slice(1))] : idsIn(value),
  );
}

function idsIn(text: string): readonly string[] {
  const found = withoutEscapes(text).matchAll(/url\(\s*["']?#([^"')\s]+)/gi);
  return [...found].flatMap(([, id]) => (id === undefined ? [] : [idOf(id)]));
}

/** Browsers read `%61` there as the letter that it stands for. */
function idOf(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Browsers read `\61` in a style as the letter that it stands for. */
function withoutEscapes(style: string): string {
  if (!style.includes('\\')) return style;
  return style.replaceAll(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_, hex?: string, other = '') =>
    hex === undefined ? other : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10_ffff)),
  );
}

/** What the rules of its style sheets have elements refer to; null where there is too much of it to be looked at. */
function styledReferences(
  drawing: Document,
  elements: number,
): ReadonlyMap<Element, readonly string[]> | null {
  const rules = [...drawing.querySelectorAll('style')].flatMap(({ textContent }) => rulesOf(textContent));
  if (rules.length * elements > MOST_MATCHES) return null;
  const styled = new Map<Element, string[]>();
  for (const { selectorText, cssText } of rules)
    for (const element of matching(drawing, selectorText))
      styled.set(element, [...(styled.get(element) ?? []), ...idsIn(cssText)]);
  return styled;
}

/** Those that refer to something. */
function rulesOf(text: string): readonly CSSStyleRule[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return flatten(sheet.cssRules).filter(({ cssText }) => cssText.includes('url('));
}

function flatten(rules: CSSRuleList): readonly CSSStyleRule[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return [rule];
    return rule instanceof CSSGroupingRule ? flatten(rule.cssRules) : [];
  });
}

function matching(drawing: Document, selector: string): Iterable<Element> {
  try {
    return drawing.querySelectorAll(selector);
  } catch {
    // One with a namespace of its own, which sheets alone can have.
    return [];
  }
}
