import { referencesIn, styledReferences, type Reference } from './svg-references.ts';

/**
 * The most elements that references may draw again, times how deeply they are nested. So many take a browser seconds,
 * and a kilobyte can ask for more than fits into any memory.
 */
const MOST = 500_000;
/** No real drawing nests its elements as deeply. */
const DEEPEST = 1000;
/** The most characters of path data in which corners are counted. */
const MOST_LETTERS = 100_000_000;

/** The size of an element with all in it, and with all that these refer to. */
interface Extent {
  readonly elements: number;
  /** How deeply references are nested. */
  readonly nesting: number;
}

const NOTHING: Extent = { elements: 0, nesting: 0 };
const TOO_MUCH: Extent = { elements: Infinity, nesting: 1 };

/** Does it repeat its parts so often that a browser would never finish drawing it? */
export function repeatsTooMuch(drawing: Document): boolean {
  const styled = styledReferences(drawing);
  if (styled === null) return true;
  const own = drawing.querySelectorAll('*').length;
  const { elements, nesting } = new Extents(drawing, styled).of(drawing.documentElement, 0);
  return (elements - own) * nesting > MOST;
}

/** Clips and gradients hold no more than shapes and colours, so each use is drawn once, whatever is in them. */
const DRAW_NOTHING = new Set(['clipPath', 'linearGradient', 'radialGradient']);

class Extents {
  readonly #drawing: Document;
  readonly #styled: ReadonlyMap<Element, readonly Reference[]>;
  readonly #known = new Map<Element, Extent>();
  #letters = 0;

  constructor(drawing: Document, styled: ReadonlyMap<Element, readonly Reference[]>) {
    this.#drawing = drawing;
    this.#styled = styled;
  }

  of(element: Element, depth: number): Extent {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    if (depth > DEEPEST) return TOO_MUCH;
    // A loop of references is drawn by no browser.
    this.#known.set(element, NOTHING);
    let { elements, nesting } = { elements: 1, nesting: 0 };
    for (const child of element.children) {
      const inner = this.of(child, depth + 1);
      elements += inner.elements;
      nesting = Math.max(nesting, inner.nesting);
    }
    const references = [...referencesIn(element), ...(this.#styled.get(element) ?? [])];
    // What is drawn by `href` inherits the element's fill and stroke, so it has to be counted first.
    references.sort((a, b) => Number(b.property === 'href') - Number(a.property === 'href'));
    for (const reference of references) {
      const target = this.#drawing.getElementById(reference.id);
      if (target === null || DRAW_NOTHING.has(target.localName)) continue;
      const repeated = this.of(target, depth + 1);
      elements += repeated.elements * this.#times(element, reference, elements);
      nesting = Math.max(nesting, repeated.nesting + 1);
    }
    const extent = { elements, nesting };
    this.#known.set(element, extent);
    return extent;
  }

  /** How often the reference is drawn for an element that contains `within` elements. */
  #times(element: Element, { property, id }: Reference, within: number): number {
    switch (property) {
      case 'href':
      case 'filter':
      case 'mask':
        return 1;
      case 'marker':
      case 'marker-start':
      case 'marker-mid':
      case 'marker-end':
        return this.#cornersIn(element, id);
      default:
        // Such as a fill or a variable, which all elements in it inherit.
        return within;
    }
  }

  /** The number of corners in its lines, where markers are drawn. */
  #cornersIn(element: Element, marker: string): number {
    const used = referencesIn(element).filter(({ property, id }) => property === 'href' && id !== marker);
    const parts = [element, ...used.map(({ id }) => this.#drawing.getElementById(id))];
    let corners = 1;
    for (const part of parts)
      for (const line of part === null ? [] : [part, ...part.querySelectorAll('[d], [points]')]) {
        const letters = line.getAttribute('d') ?? line.getAttribute('points') ?? '';
        this.#letters += letters.length;
        if (this.#letters > MOST_LETTERS) return Infinity;
        corners += (letters.match(/[\d.]+/g)?.length ?? 0) / 2;
      }
    return corners;
  }
}
