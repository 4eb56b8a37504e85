/** A reference from an element of a drawing to another that is drawn for it. */
export interface Reference {
  /** The style property that contains it, or `href`. */
  readonly property: string;
  /** The id of the referenced element. */
  readonly id: string;
}

/** The most pairs of elements and rules that are matched. */
const MOST_MATCHES = 20_000_000;

/** By `href`, as in `use`, or by `url(#…)`, as for patterns, masks and markers. */
export function referencesIn(element: Element): readonly Reference[] {
  return [...element.attributes].flatMap(({ localName, value }) => {
    if (localName === 'href')
      return value.startsWith('#') ? [{ property: 'href', id: idOf(value.slice(1)) }] : [];
    return localName === 'style' ? inStyle(value) : inValue(localName, value);
  });
}

/** The references that style sheets give to elements; null if there is too much to match. */
export function styledReferences(drawing: Document): ReadonlyMap<Element, readonly Reference[]> | null {
  const rules = [...drawing.querySelectorAll('style')].flatMap(({ textContent }) => rulesOf(textContent));
  if (rules.length * drawing.querySelectorAll('*').length > MOST_MATCHES) return null;
  const styled = new Map<Element, Reference[]>();
  for (const { selectorText, style } of rules)
    for (const element of matching(drawing, selectorText))
      styled.set(element, [...(styled.get(element) ?? []), ...inStyle(style.cssText)]);
  return styled;
}

function inStyle(style: string): readonly Reference[] {
  return withoutEscapes(style)
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      return inValue(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1));
    });
}

function inValue(property: string, value: string): readonly Reference[] {
  const found = withoutEscapes(value).matchAll(/url\(\s*["']?#([^"')\s]+)/gi);
  return [...found].flatMap(([, id]) => (id === undefined ? [] : [{ property, id: idOf(id) }]));
}

/** Browsers decode `%61` here. */
function idOf(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Browsers decode `\61` in styles. */
function withoutEscapes(style: string): string {
  if (!style.includes('\\')) return style;
  return style.replaceAll(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_, hex?: string, other = '') =>
    hex === undefined ? other : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10_ffff)),
  );
}

/** The rules that contain a reference. */
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
    // A selector with a namespace, which only works inside of a style sheet.
    return [];
  }
}
