import type { ReactNode } from 'react';
import { Vector3 } from 'three';
import { useText } from '../../../text/use-text.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Gap } from '../../../ui/layout/page-head.tsx';
import { SegmentedControl } from '../../../ui/inputs/segmented.tsx';
import { PreviewBar } from '../preview-parts.tsx';
import type { OpenModel } from './picked.ts';
import type { Side, Stage } from './stage.ts';

const SIDES: readonly Side[] = ['corner', 'top', 'front', 'side'];
const STEP = 1.25;

interface ModelBarProps {
  readonly stage: Stage;
  readonly model: OpenModel;
  /** The measured places so far; null while not measuring. */
  readonly points: readonly Vector3[] | null;
  readonly onMeasure: (on: boolean) => void;
  readonly side: Side | null;
  readonly onSide: (side: Side) => void;
  readonly facts: ReactNode;
}

/** The view, the size, and the measured distance. */
export function ModelBar({ stage, model, points, onMeasure, side, onSide, facts }: ModelBarProps): ReactNode {
  const t = useText();
  const size = model.box.getSize(new Vector3());
  return (
    <PreviewBar label={t('preview.tools')}>
      <SegmentedControl
        label={t('preview.model.from')}
        value={side ?? ''}
        onChange={(value) => onSide(SIDES.find((each) => each === value) ?? 'corner')}
        options={SIDES.map((value) => ({ value, label: t(`preview.model.sides.${value}`) }))}
      />
      <IconButton icon="zoomOut" label={t('preview.zoomOut')} onPress={() => stage.zoomBy(1 / STEP)} />
      <IconButton icon="zoomIn" label={t('preview.zoomIn')} onPress={() => stage.zoomBy(STEP)} />
      <Button variant="ghost" onPress={() => stage.fit()}>
        {t('preview.fit')}
      </Button>
      <IconButton
        icon="ruler"
        label={t('preview.model.measure')}
        isPressed={points !== null}
        onPress={() => onMeasure(points === null)}
      />
      {points !== null && (
        <span className="t-small ink-2 num nowrap" role="status">
          {measured(t, points)}
        </span>
      )}
      <Gap />
      <span className="t-small ink-3 num nowrap">{facts}</span>
      <span className="t-small ink-3 num nowrap">
        {t('preview.model.size', { width: size.x, depth: size.z, height: size.y })}
      </span>
    </PreviewBar>
  );
}

function measured(t: ReturnType<typeof useText>, points: readonly Vector3[]): string {
  const [first, second] = points;
  if (first === undefined) return t('preview.model.first');
  if (second === undefined) return t('preview.model.second');
  return t('preview.model.metres', { value: first.distanceTo(second) });
}
