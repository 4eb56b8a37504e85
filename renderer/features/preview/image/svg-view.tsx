import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { fail, ok, type Result } from '../../../../shared/failure.ts';
import { text } from '../../../text/setup.ts';
import type { PreviewFile } from '../preview-file.ts';
import { PreviewLoading, PreviewTrouble, type ViewProps } from '../preview-parts.tsx';
import { damaged, readWhole } from '../read-content.ts';
import { useLoaded } from '../use-loaded.ts';
import { ZoomedImage } from './zoomed-image.tsx';

const MOST_BYTES = 30_000_000;

/**
 * A drawing in SVG. It is only ever the source of an `img`, where browsers run no script of it and fetch nothing that it
 * refers to.
 */
export function SvgView({ file, where }: ViewProps): ReactNode {
  const load = useCallback((signal: AbortSignal) => readSvg(file, signal), [file]);
  const broken = useCallback((reason: string) => text('preview.failed', { name: file.name, reason }), [file]);
  const loaded = useLoaded(load, broken);
  const src = useObjectUrl(loaded.state === 'ready' ? loaded.value : null);
  if (loaded.state === 'failed') return <PreviewTrouble failure={loaded.failure} />;
  if (src === null) return <PreviewLoading words={text('preview.opening')} />;
  return <ZoomedImage src={src} name={file.name} where={where} />;
}

async function readSvg(file: PreviewFile, signal: AbortSignal): Promise<Result<Blob>> {
  const whole = await readWhole(file, MOST_BYTES, signal);
  if (!whole.ok) return whole;
  if (whole.value.length === 0) return fail(damaged(text('preview.empty', { name: file.name })));
  const blob = new Blob([whole.value], { type: 'image/svg+xml' });
  return (await isDrawn(blob)) ? ok(blob) : fail(damaged(await whatIsWrong(file.name, blob)));
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

/** The line that the parser stumbles over. A document without a window: reading it runs and fetches nothing. */
async function whatIsWrong(name: string, blob: Blob): Promise<string> {
  const parsed = new DOMParser().parseFromString(await blob.text(), 'image/svg+xml');
  const line = /line (\d+)/.exec(parsed.querySelector('parsererror')?.textContent ?? '')?.[1];
  const where = line === undefined ? text('preview.image.itsStart') : text('preview.image.line', { line });
  return text('preview.image.noSvg', { name, where });
}

function useObjectUrl(blob: Blob | null): string | null {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return undefined;
    const url = URL.createObjectURL(blob);
    setSrc(url);
    return () => {
      URL.revokeObjectURL(url);
      setSrc(null);
    };
  }, [blob]);
  return src;
}
