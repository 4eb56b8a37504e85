import { useLayoutEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { useText } from '../../../text/use-text.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Gap } from '../../../ui/layout/page-head.tsx';
import { ZoomTools } from '../zoom-tools.tsx';
import { PreviewBar, PreviewTrouble, type PreviewPlace } from '../preview-parts.tsx';
import { damaged } from '../read-content.ts';
import { useWheelZoom } from '../use-wheel-zoom.ts';
import { sizeOf, type Size, type Unsized } from './svg-size.ts';
import './image.css';

const LEAST = 0.02;
const MOST = 16;

interface ZoomedImageProps {
  readonly src: string;
  readonly name: string;
  readonly where: PreviewPlace;
  readonly unsized?: Unsized | null;
}

/** A picture that fits its space, or has the chosen size; a larger one can be dragged. */
export function ZoomedImage({ src, name, where, unsized = null }: ZoomedImageProps): ReactNode {
  const t = useText();
  const stage = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<Size | null>(null);
  const [isBroken, setBroken] = useState(false);
  /** Screen pixels per picture pixel; null fits it into its space, but never enlarges it. */
  const [zoom, setZoom] = useState<number | null>(null);
  const room = useRoom(stage);
  const natural = loaded === null ? null : sizeOf(loaded, unsized, room);
  const fitting =
    natural === null ? 1 : Math.min(1, room.width / natural.width, room.height / natural.height);
  const shown = zoom ?? fitting;
  const by = (factor: number): void => setZoom(Math.min(MOST, Math.max(LEAST, shown * factor)));
  useWheelZoom(stage, by);
  if (isBroken) return <PreviewTrouble failure={damaged(t('preview.image.broken', { name }))} />;
  return (
    <>
      {where === 'full' && (
        <PreviewBar label={t('preview.tools')}>
          <ZoomTools share={shown} onZoom={by} />
          <Button variant="ghost" onPress={() => setZoom(null)}>
            {t('preview.fit')}
          </Button>
          <Button variant="ghost" onPress={() => setZoom(1)}>
            {t('preview.actualSize')}
          </Button>
          <Gap />
          {natural !== null && unsized === null && (
            <span className="t-small ink-3 num nowrap">
              {t('preview.image.pixels', { width: natural.width, height: natural.height })}
            </span>
          )}
        </PreviewBar>
      )}
      <div
        ref={stage}
        className="preview-stage image-stage"
        // Focusable, since keys scroll a picture that is larger than its space.
        tabIndex={where === 'full' ? 0 : -1}
        role="group"
        aria-label={name}
        onDoubleClick={() => setZoom(zoom === null ? 1 : null)}
        {...dragging(stage)}
      >
        <img
          src={src}
          alt={name}
          decoding="async"
          draggable={false}
          style={
            natural === null
              ? { visibility: 'hidden' }
              : { width: natural.width * shown, height: natural.height * shown }
          }
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setLoaded({ width: naturalWidth, height: naturalHeight })
          }
          onError={() => setBroken(true)}
        />
      </div>
    </>
  );
}

/** The size of the stage, without its padding. */
function useRoom(stage: { readonly current: HTMLDivElement | null }): Size {
  const [room, setRoom] = useState<Size>({ width: 1, height: 1 });
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const box = entry?.contentRect;
      if (box !== undefined) setRoom({ width: Math.max(1, box.width), height: Math.max(1, box.height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage]);
  return room;
}

function dragging(stage: { readonly current: HTMLDivElement | null }) {
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId))
        stage.current?.scrollBy(-event.movementX, -event.movementY);
    },
  };
}
