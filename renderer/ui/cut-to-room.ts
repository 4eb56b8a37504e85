import { cutMiddle } from './cut-middle.ts';
import { splitName } from './split-name.ts';

export type Ending = number | 'extension';

interface Cut {
  readonly text: string;
  readonly ending: Ending;
}

const cuts = new WeakMap<Element, Cut>();
let observer: ResizeObserver | null = null;
let context: CanvasRenderingContext2D | null = null;

/**
 * Writes into `data-cut` what an element shows of its text, for as long as there is no room for all of it. One observer
 * serves all: it is called between layout and paint, so that measuring costs no layout and nobody sees the text uncut.
 * Returns how to end it.
 */
export function cutToRoom(element: HTMLElement, text: string, ending: Ending): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) if (target instanceof HTMLElement) cut(target);
  });
  const seen = observer;
  cuts.set(element, { text, ending });
  seen.observe(element);
  return () => seen.unobserve(element);
}

function cut(element: HTMLElement): void {
  const { text, ending } = cuts.get(element) ?? { text: '', ending: 0 };
  const [start, end] = splitName(text, ending);
  const { clientWidth, scrollWidth } = element;
  if (scrollWidth <= clientWidth || end === '') {
    element.removeAttribute('data-cut');
    return;
  }
  const widthOf = measureIn(getComputedStyle(element).font);
  // Figures of one width and the like make the page's text wider or narrower than the canvas knows.
  const scale = scrollWidth / widthOf(text);
  element.dataset['cut'] = cutMiddle(start, end, (shown) => widthOf(shown) * scale <= clientWidth);
}

function measureIn(font: string): (text: string) => number {
  context ??= document.createElement('canvas').getContext('2d');
  const canvas = context;
  if (canvas === null) return (text) => text.length;
  canvas.font = font;
  return (text) => canvas.measureText(text).width;
}
