import type { PDFDocumentProxy } from 'pdfjs-dist';
import { pdfjs, viewerParts } from './pdf-library.ts';

export interface PdfPlace {
  readonly page: number;
  /** 1 is the printed size. */
  readonly scale: number;
}

export interface FoundInPdf {
  readonly current: number;
  readonly total: number;
  /** More pages are still being searched. */
  readonly isSearching: boolean;
}

export const NOT_SEARCHED: FoundInPdf = { current: 0, total: 0, isSearching: false };

/** Space between a page and the edges of the view, CSS px, as in pdf.css. */
const MARGIN = 16;

interface Told {
  /** Called first when the pages are laid out. */
  readonly onPlace: (place: PdfPlace) => void;
  readonly onFound: (found: FoundInPdf) => void;
}

/**
 * The pages of a PDF in a scrolling element. Only pages near the view are drawn. If one is larger than a canvas may be,
 * the part in view is drawn again, sharp. Links lead only within the file.
 */
export class PdfPages {
  readonly #viewer: InstanceType<typeof viewerParts.PDFViewer>;
  readonly #bus = new viewerParts.EventBus();
  readonly #abort = new AbortController();
  /** Null: the person chose the size. */
  #fitted: 'width' | 'page' | null = null;

  constructor(container: HTMLDivElement, document: PDFDocumentProxy, { onPlace, onFound }: Told) {
    const linkService = new viewerParts.PDFLinkService({ eventBus: this.#bus });
    linkService.externalLinkEnabled = false;
    const findController = new viewerParts.PDFFindController({ linkService, eventBus: this.#bus });
    this.#viewer = new viewerParts.PDFViewer({
      container,
      eventBus: this.#bus,
      linkService,
      findController,
      annotationMode: pdfjs.AnnotationMode.ENABLE,
      annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE,
      enableAutoLinking: false,
    });
    linkService.setViewer(this.#viewer);
    const tell = (): void =>
      onPlace({ page: this.#viewer.currentPageNumber, scale: this.#viewer.currentScale });
    this.#on('pagesinit', () => {
      this.fit();
      tell();
    });
    this.#on('pagechanging', tell);
    this.#on('scalechanging', tell);
    this.#on('updatefindmatchescount', ({ matchesCount: { current, total } }) =>
      onFound({ current, total, isSearching: true }),
    );
    this.#on('updatefindcontrolstate', ({ state, matchesCount: { current, total } }) =>
      onFound({ current, total, isSearching: state === viewerParts.FindState.PENDING }),
    );
    linkService.setDocument(document);
    this.#viewer.setDocument(document);
  }

  /** Fits the width of the view. */
  fit(): void {
    this.#fitted = 'width';
    this.#withoutScrollingOthers(() => {
      this.#viewer.currentScaleValue = 'page-width';
      this.#showEdge();
    });
  }

  fitPage(): void {
    this.#fitted = 'page';
    this.#withoutScrollingOthers(() => {
      this.#viewer.currentScaleValue = 'page-fit';
      // `page-fit` leaves no space above and below the page, so it gets a little smaller.
      const { clientHeight } = this.#viewer.container;
      this.#viewer.currentScale *= Math.max(0.1, 1 - (2 * MARGIN) / Math.max(1, clientHeight));
      this.#showEdge();
    });
  }

  /** Zooms around a point of the screen, which stays where it is; by default the middle. */
  zoomBy(factor: number, at?: { readonly x: number; readonly y: number }): void {
    this.#fitted = null;
    const { left, top, width, height } = this.#viewer.container.getBoundingClientRect();
    const { x, y } = at ?? { x: left + width / 2, y: top + height / 2 };
    this.#viewer.updateScale({ scaleFactor: factor, origin: [x, y] });
  }

  goTo(page: number): void {
    this.#viewer.currentPageNumber = page;
  }

  /** Marks every match. Called again with `isAgain`, it goes to the next one, or to the one before. */
  find(query: string, isAgain: boolean, isBackwards: boolean): void {
    this.#bus.dispatch('find', {
      source: this,
      type: isAgain ? 'again' : '',
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: isBackwards,
      matchDiacritics: false,
    });
  }

  /** Called when the view's size changes: a fitted page is fitted again. */
  refit(): void {
    if (this.#fitted === 'width') this.fit();
    if (this.#fitted === 'page') this.fitPage();
    this.#viewer.update();
  }

  /** A new zoom scrolls to the page. If all of it is in view, pdf.js scrolls the elements around it instead. */
  #withoutScrollingOthers(change: () => void): void {
    const before: [Element, number, number][] = [];
    for (let around = this.#viewer.container.parentElement; around !== null; around = around.parentElement)
      before.push([around, around.scrollLeft, around.scrollTop]);
    change();
    for (const [around, left, top] of before) {
      if (around.scrollLeft !== left) around.scrollLeft = left;
      if (around.scrollTop !== top) around.scrollTop = top;
    }
  }

  /** Scrolls so that the space above a fitted page shows. */
  #showEdge(): void {
    this.#viewer.container.scrollTop -= MARGIN;
  }

  close(): void {
    this.#abort.abort();
    this.#viewer.setDocument(null);
    this.#viewer.cleanup();
  }

  #on(name: string, listener: (event: BusEvent) => void): void {
    this.#bus.on(name, listener, { signal: this.#abort.signal });
  }
}

interface BusEvent {
  readonly state: number;
  readonly matchesCount: { readonly current: number; readonly total: number };
}
