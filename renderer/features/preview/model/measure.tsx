import { useEffect, useRef, type ReactNode } from 'react';
import type { Vector3 } from 'three';
import { useText } from '../../../text/use-text.ts';
import type { Stage } from './stage.ts';

interface MeasureProps {
  readonly stage: Stage;
  /** None, the first, or both ends. */
  readonly points: readonly Vector3[];
}

/** A measured line over the model. It follows the camera without a render by React for each frame. */
export function MeasuredLine({ stage, points }: MeasureProps): ReactNode {
  const t = useText();
  const drawing = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const place = (): void => {
      const [first, second = null] = points.map((point) => stage.project(point));
      const show = (name: string, values: Readonly<Record<string, number>> | null): void => {
        const part = drawing.current?.querySelector(`.${name}`);
        part?.setAttribute('visibility', values === null ? 'hidden' : 'visible');
        for (const [key, value] of Object.entries(values ?? {})) part?.setAttribute(key, String(value));
      };
      const ends = first !== undefined && first !== null && second !== null ? { first, second } : null;
      show('measure-a', first === undefined || first === null ? null : { cx: first.x, cy: first.y });
      show('measure-b', ends && { cx: ends.second.x, cy: ends.second.y });
      show(
        'measure-line',
        ends && { x1: ends.first.x, y1: ends.first.y, x2: ends.second.x, y2: ends.second.y },
      );
      show(
        'measure-words',
        ends && { x: (ends.first.x + ends.second.x) / 2, y: (ends.first.y + ends.second.y) / 2 - 8 },
      );
    };
    stage.onDrawn = place;
    place();
    return () => {
      stage.onDrawn = null;
    };
  }, [stage, points]);
  const [first, second] = points;
  return (
    <svg ref={drawing} className="measure" aria-hidden="true">
      <line className="measure-line" visibility="hidden" />
      <circle className="measure-a" r={4} visibility="hidden" />
      <circle className="measure-b" r={4} visibility="hidden" />
      <text className="measure-words num" textAnchor="middle" visibility="hidden">
        {first !== undefined &&
          second !== undefined &&
          t('preview.model.metres', { value: first.distanceTo(second) })}
      </text>
    </svg>
  );
}
