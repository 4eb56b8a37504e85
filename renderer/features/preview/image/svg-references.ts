/** What an element of a drawing names to be drawn for it. */
export interface Reference {
  /** The style that names it, or `href`. */
  readonly property: string;
  /** Of the element that is named. */
  readonly id: string;
}

/** Elements that are matched with the rules of its style sheets. */
const MOST_MATCHES = 20_000_000;

/** By `href`, as of `use`, or by `url(#…)`, as of patterns, masks and markers. */
export function referencesIn(element: Element): readonly Reference[] {
  return [...element.attributes].flatMap(({ localName, value }) => {
    if (localName === 'href')
      return value.startsWith('#') ? [{ property: 'href', id: idOf(value.slice(1)) }] : [];
    return localName === 'style' ? inStyle(value) : inValue(localName, value);
  });
}

/** What the rules of its style sheets have elements refer to; null where there is too much of it to be looked at. */
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
