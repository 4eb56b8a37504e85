import type { Page } from 'playwright-core';

interface Noted {
  /** Left to right, what stands on a canvas of the page, or on the latest one that is in no page, as of a picture. */
  writtenOn(selector: string | null): string[];
  /** What of that begins or ends beyond the canvas. */
  cutOn(selector: string | null): string[];
}

/** Runs in the page before all else: keeps what is written on each canvas, since that is not in the page's text. */
export function noteWriting(): void {
  const written = new Map<HTMLCanvasElement, { text: string; x: number; isCut: boolean }[]>();
  const note = (
    name: 'clearRect' | 'fillText',
    take: (canvas: HTMLCanvasElement, drawn: unknown[], pen: CanvasRenderingContext2D) => void,
  ) => {
    const pen = CanvasRenderingContext2D.prototype;
    const real = Object.getOwnPropertyDescriptor(pen, name)!.value as (...drawn: unknown[]) => void;
    Object.defineProperty(pen, name, {
      value(this: CanvasRenderingContext2D, ...drawn: unknown[]) {
        take(this.canvas, drawn, this);
        real.apply(this, drawn);
      },
    });
  };
  note('clearRect', (canvas) => written.delete(canvas));
  const isCut = (pen: CanvasRenderingContext2D, text: string, x: number): boolean => {
    const { actualBoundingBoxLeft, actualBoundingBoxRight } = pen.measureText(text);
    const { a, e } = pen.getTransform();
    return (x - actualBoundingBoxLeft) * a + e < 0 || (x + actualBoundingBoxRight) * a + e > pen.canvas.width;
  };
  note('fillText', (canvas, [text, x], pen) => {
    const list = written.get(canvas) ?? [];
    list.push({ text: String(text), x: Number(x), isCut: isCut(pen, String(text), Number(x)) });
    written.set(canvas, list);
  });
  const listOf = (selector: string | null) => {
    const canvas =
      selector === null
        ? [...written.keys()].findLast((each) => !each.isConnected)
        : document.querySelector<HTMLCanvasElement>(selector);
    return (canvas ? written.get(canvas) : undefined) ?? [];
  };
  const noted: Noted = {
    writtenOn: (selector) =>
      listOf(selector)
        .toSorted((a, b) => a.x - b.x)
        .map(({ text }) => text),
    cutOn: (selector) => listOf(selector).flatMap((each) => (each.isCut ? [each.text] : [])),
  };
  Object.assign(window, noted);
}

/** What stands on a canvas, from left to right; null: on the latest one that is in no page. */
export async function writtenOn(page: Page, selector: string | null): Promise<readonly string[]> {
  return page.evaluate((which) => (window as unknown as Noted).writtenOn(which), selector);
}

/** What on a canvas begins or ends beyond it, so that another text is read; null: as above. */
export async function cutOn(page: Page, selector: string | null): Promise<readonly string[]> {
  return page.evaluate((which) => (window as unknown as Noted).cutOn(which), selector);
}
