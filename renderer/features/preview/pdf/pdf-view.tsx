import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { Result } from '../../../../shared/failure.ts';
import { text } from '../../../text/setup.ts';
import type { PreviewFile } from '../preview-file.ts';
import { PreviewLoading, PreviewNote, PreviewTrouble, type ViewProps } from '../preview-parts.tsx';
import { useLoaded } from '../use-loaded.ts';
import { useWheelZoom } from '../use-wheel-zoom.ts';
import { openPdf } from './open-pdf.ts';
import { PasswordField, type PasswordAsked } from './password-field.tsx';
import { PdfBar } from './pdf-bar.tsx';
import { startReader } from './pdf-library.ts';
import type { LeftOut } from './pdf-messages.ts';
import { NOT_SEARCHED, PdfPages, type PdfPlace } from './pdf-viewer.ts';
import './pdf.css';

/** A PDF, sharp at any size, with its text to search and copy. */
export function PdfView({ file, where }: ViewProps): ReactNode {
  const [asked, setAsked] = useState<PasswordAsked | null>(null);
  const [leftOut, setLeftOut] = useState<ReadonlySet<LeftOut>>(new Set());
  const note = useCallback(
    (why: LeftOut) => setLeftOut((before) => (before.has(why) ? before : new Set([...before, why]))),
    [],
  );
  const loaded = usePdf(file, setAsked, note);
  const broken = loaded.state === 'failed' ? loaded.failure : null;
  if (broken !== null) return <PreviewTrouble failure={broken} />;
  if (asked !== null) return <PasswordField name={file.name} asked={asked} onDone={() => setAsked(null)} />;
  if (loaded.state !== 'ready') return <PreviewLoading words={text('preview.opening')} />;
  return (
    <>
      {[...leftOut].map((why) => (
        <PreviewNote key={why}>{text(`preview.pdf.${why}`, { name: file.name })}</PreviewNote>
      ))}
      <Pages document={loaded.value} name={file.name} where={where} />
    </>
  );
}

function usePdf(file: PreviewFile, onAsk: (asked: PasswordAsked) => void, onLeftOut: (why: LeftOut) => void) {
  const load = useCallback(
    async (signal: AbortSignal): Promise<Result<PDFDocumentProxy>> => {
      const reader = startReader(onLeftOut);
      signal.addEventListener('abort', reader.stop);
      const ask = (isAgain: boolean): Promise<string | null> =>
        new Promise((answer) => onAsk({ isAgain, answer }));
      return openPdf(file, reader, ask, signal);
    },
    [file, onAsk, onLeftOut],
  );
  const broken = useCallback((reason: string) => text('preview.failed', { name: file.name, reason }), [file]);
  return useLoaded(load, broken);
}

interface PagesProps {
  readonly document: PDFDocumentProxy;
  readonly name: string;
  readonly where: ViewProps['where'];
}

function Pages({ document, name, where }: PagesProps): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const [pages, setPages] = useState<PdfPages | null>(null);
  /** Null until the pages are laid out. */
  const [place, setPlace] = useState<PdfPlace | null>(null);
  const [found, setFound] = useState(NOT_SEARCHED);
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const opened = new PdfPages(element, document, { onPlace: setPlace, onFound: setFound });
    setPages(opened);
    const observer = new ResizeObserver(() => opened.refit());
    observer.observe(element);
    return () => {
      observer.disconnect();
      opened.close();
    };
  }, [document]);
  useWheelZoom(container, (factor, at) => pages?.zoomBy(factor, at));
  return (
    <>
      {where === 'full' && pages !== null && place !== null && (
        <PdfBar pages={pages} place={place} found={found} count={document.numPages} />
      )}
      <div className="preview-stage">
        {/* pdf.js needs a positioned element with one more element in it. */}
        <div
          ref={container}
          className="pdf-pages"
          tabIndex={where === 'full' ? 0 : -1}
          role="document"
          aria-label={name}
        >
          <div className="pdfViewer" />
        </div>
      </div>
    </>
  );
}
