import type { Page } from 'playwright-core';

interface Noted {
  /** Left to right, what stands on a canvas of the page, or on the latest one that is in no page, as of a picture. */
  writtenOn(selector: string | null): string[];
}

/** Runs in the page before all else: keeps what is written on each canvas, since that is not in the page's text. */
export function noteWriting(): void {
  const written = new Map<HTMLCanvasElement, { text: string; x: number }[]>();
  const note = (
    name: 'clearRect' | 'fillText',
    take: (canvas: HTMLCanvasElement, drawn: unknown[]) => void,
  ) => {
    const pen = CanvasRenderingContext2D.prototype;
    const real = Object.getOwnPropertyDescriptor(pen, name)!.value as (...drawn: unknown[]) => void;
    Object.defineProperty(pen, name, {
      value(this: CanvasRenderingContext2D, ...drawn: unknown[]) {
        take(this.canvas, drawn);
        real.apply(this, drawn);
      },
    });
  };
  note('clearRect', (canvas) => written.delete(canvas));
  note('fillText', (canvas, [text, x]) => {
    const list = written.get(canvas) ?? [];
    list.push({ text: String(text), x: Number(x) });
    written.set(canvas, list);
  });
  const noted: Noted = {
    writtenOn: (selector) => {
      const canvas =
        selector === null
          ? [...written.keys()].findLast((each) => !each.isConnected)
          : document.querySelector<HTMLCanvasElement>(selector);
      const list = (canvas ? written.get(canvas) : undefined) ?? [];
      return list.toSorted((a, b) => a.x - b.x).map(({ text }) => text);
    },
  };
  Object.assign(window, noted);
}

/** What stands on a canvas, from left to right; null: on the latest one that is in no page. */
export async function writtenOn(page: Page, selector: string | null): Promise<readonly string[]> {
  return page.evaluate((which) => (window as unknown as Noted).writtenOn(which), selector);
}
