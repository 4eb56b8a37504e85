import { cutName } from '../../text/cut-name.ts';
import { fitsTwoLines } from './fits-two-lines.ts';
import type { Ending } from '../../text/split-name.ts';
import type { TellingWord } from '../../text/telling-words.ts';

interface Cut {
  readonly text: string;
  readonly ending: Ending;
  readonly telling: TellingWord | undefined;
  readonly lines: 1 | 2;
}

/** Pixels that the widths of the canvas may be wrong by. */
const ROUNDED = 1;

const cuts = new WeakMap<Element, Cut>();
let observer: ResizeObserver | null = null;
let context: CanvasRenderingContext2D | null = null;

/**
 * Writes into `data-cut` what an element shows of its text, for as long as there is no room for all of it. One observer
 * serves all: it is called between layout and paint, so that measuring costs no layout and nobody sees the text uncut.
 * Returns how to end it.
 */
export function cutToRoom(element: HTMLElement, what: Cut): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) if (target instanceof HTMLElement) cut(target);
  });
  const seen = observer;
  cuts.set(element, what);
  seen.observe(element);
  return () => seen.unobserve(element);
}

function cut(element: HTMLElement): void {
  const what = cuts.get(element);
  const shown = what === undefined ? null : shownOf(element, what);
  if (shown === null) element.removeAttribute('data-cut');
  else element.dataset['cut'] = shown.text;
  // It ends up to a letter before its room does; what follows on its line is drawn that much nearer.
  element.closest<HTMLElement>('.cut-line')?.style.setProperty('--spare', `${shown?.spare ?? 0}px`);
}

interface Shown {
  readonly text: string;
  /** Pixels of the room that it leaves. */
  readonly spare: number;
}

/** Null if it fits, or is too short to be cut. */
function shownOf(element: HTMLElement, { text, ending, telling, lines }: Cut): Shown | null {
  const room = widthIn(element);
  if (lines === 2) {
    const widthOf = measureIn(fontOf(getComputedStyle(element)));
    const fits = (tried: string): boolean => fitsTwoLines(tried, (part) => widthOf(part) + ROUNDED <= room);
    const shown = fits(text) ? null : cutName(text, ending, telling, fits);
    return shown === null ? null : { text: shown, spare: 0 };
  }
  const needed = widthIn(element.firstElementChild ?? element);
  if (needed <= room) return null;
  const widthOf = measureIn(fontOf(getComputedStyle(element)));
  // Figures of one width and the like make the page's text wider or narrower than the canvas knows.
  const scale = needed / widthOf(text);
  const spare = (shown: string): number => room - widthOf(shown) * scale;
  const shown = cutName(text, ending, telling, (tried) => spare(tried) >= ROUNDED);
  return shown === null ? null : { text: shown, spare: Math.max(0, Math.floor(spare(shown))) };
}

/** With its part of a pixel: for want of that the page itself would cut the name, and at its end. */
function widthIn(element: Element): number {
  return element.getBoundingClientRect().width;
}

/** By its parts: the whole in one is empty where figures are of one width. */
function fontOf({ fontStyle, fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): string {
  return `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
}

function measureIn(font: string): (text: string) => number {
  context ??= document.createElement('canvas').getContext('2d');
  const canvas = context;
  if (canvas === null) return (text) => text.length;
  canvas.font = font;
  return (text) => canvas.measureText(text).width;
}
