import { useCallback, type ReactNode } from 'react';
import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';
import { text } from '../../../text/setup.ts';
import type { PreviewFile } from '../preview-file.ts';
import { PreviewLoading, PreviewTrouble, type ViewProps } from '../preview-parts.tsx';
import { damaged, readWhole } from '../read-content.ts';
import { encodingOf } from '../text/decode.ts';
import { useLoaded } from '../use-loaded.ts';
import { repeatsTooMuch } from './svg-repeats.ts';
import { unsizedOf, type Unsized } from './svg-size.ts';
import { useObjectUrl } from './use-object-url.ts';
import { ZoomedImage } from './zoomed-image.tsx';

const MOST_BYTES = 30_000_000;

/**
 * A drawing in SVG. It is only used as the source of an `img`, in which browsers run no scripts and load nothing that
 * it refers to.
 */
export function SvgView({ file, where }: ViewProps): ReactNode {
  const load = useCallback((signal: AbortSignal) => readSvg(file, signal), [file]);
  const broken = useCallback((reason: string) => text('preview.failed', { name: file.name, reason }), [file]);
  const loaded = useLoaded(load, broken);
  const src = useObjectUrl(loaded.state === 'ready' ? loaded.value.blob : null);
  if (loaded.state === 'failed') return <PreviewTrouble failure={loaded.failure} />;
  if (src === null || loaded.state !== 'ready') return <PreviewLoading words={text('preview.opening')} />;
  return <ZoomedImage src={src} name={file.name} where={where} unsized={loaded.value.unsized} />;
}

interface Drawing {
  readonly blob: Blob;
  readonly unsized: Unsized | null;
}

async function readSvg(file: PreviewFile, signal: AbortSignal): Promise<Result<Drawing>> {
  const whole = await readWhole(file, MOST_BYTES, signal);
  if (!whole.ok) return whole;
  if (whole.value.length === 0) return fail(damaged(text('preview.empty', { name: file.name })));
  const svg = new TextDecoder(encodingOf(whole.value) ?? 'utf-8').decode(whole.value);
  const drawing = parsed(svg);
  if (repeatsTooMuch(drawing)) return fail(tooMuch(file.name));
  // As UTF-8, whatever encoding it names, so that exactly what was checked is drawn.
  const blob = new Blob([svg], { type: 'image/svg+xml;charset=utf-8' });
  if (!(await isDrawn(blob))) return fail(damaged(whatIsWrong(file.name, drawing)));
  return ok({ blob, unsized: unsizedOf(drawing) });
}

const LANGUAGES = /http:\/\/www\.w3\.org\/(?:2000\/svg|1999\/xhtml)/g;

/**
 * The elements, in a document without a window and with namespaces that no browser knows: otherwise its styles and
 * handlers would be reported as violations of the page's policy.
 */
function parsed(svg: string): Document {
  return new DOMParser().parseFromString(svg.replaceAll(LANGUAGES, 'drawing:'), 'application/xml');
}

function tooMuch(name: string): Failure {
  return {
    code: 'too-large',
    message: text('preview.image.repeats', { name }),
    hint: text('preview.ownProgram'),
    retry: 'on-change',
  };
}

async function isDrawn(blob: Blob): Promise<boolean> {
  const src = URL.createObjectURL(blob);
  const image = new Image();
  image.src = src;
  try {
    await image.decode();
    return true;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(src);
  }
}

/** Names the line at which the parser failed. */
function whatIsWrong(name: string, drawing: Document): string {
  const line = /line (\d+)/.exec(drawing.querySelector('parsererror')?.textContent ?? '')?.[1];
  const where = line === undefined ? text('preview.image.itsStart') : text('preview.image.line', { line });
  return text('preview.image.noSvg', { name, where });
}
