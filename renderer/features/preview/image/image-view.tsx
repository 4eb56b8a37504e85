import { useCallback, type ReactNode } from 'react';
import { text } from '../../../text/setup.ts';
import { PreviewLoading, PreviewNote, PreviewTrouble, type ViewProps } from '../preview-parts.tsx';
import { useLoaded } from '../use-loaded.ts';
import { checkImage } from './load-image.ts';
import { useObjectUrl } from './use-object-url.ts';
import { ZoomedImage } from './zoomed-image.tsx';

/** A photo or drawing, rotated as its EXIF data says. */
export function ImageView({ file, where }: ViewProps): ReactNode {
  const load = useCallback((signal: AbortSignal) => checkImage(file, signal), [file]);
  const broken = useCallback((reason: string) => text('preview.failed', { name: file.name, reason }), [file]);
  const loaded = useLoaded(load, broken);
  const still = loaded.state === 'ready' ? loaded.value.still : null;
  const stillSrc = useObjectUrl(still);
  switch (loaded.state) {
    case 'loading':
      return <PreviewLoading words={text('preview.opening')} />;
    case 'failed':
      return <PreviewTrouble failure={loaded.failure} />;
    case 'ready':
      if (still !== null && stillSrc === null) return <PreviewLoading words={text('preview.opening')} />;
      return (
        <>
          {loaded.value.isPartial && (
            <PreviewNote>{text('preview.image.partial', { name: file.name })}</PreviewNote>
          )}
          {still !== null && <PreviewNote>{text('preview.image.still', { name: file.name })}</PreviewNote>}
          <ZoomedImage src={stillSrc ?? loaded.value.src} name={file.name} where={where} />
        </>
      );
    default:
      return loaded satisfies never;
  }
}
