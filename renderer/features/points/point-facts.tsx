import type { ReactNode } from 'react';
import type { Point } from '../../../shared/ipc/datamodel.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../../ui/button.tsx';
import { format, formatBeside } from '../../ui/format.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { HealthMark, useMark } from '../health/health-mark.tsx';

/** All that is known of the point that was looked at last. */
export function PointFacts({
  point,
  zone,
}: {
  readonly point: Point;
  readonly zone: string | null;
}): ReactNode {
  const t = useText();
  const copy = useCopy();
  const mark = useMark()(point);
  const times = formatBeside(zone).there;
  const state =
    point.health === 'silent' && point.lastAt !== null
      ? t('datamodel.silentSince', { time: times.whenSaid(point.lastAt) })
      : mark.word;
  return (
    <section className="point-facts" aria-label={t('datamodel.facts')}>
      <div className="point-facts-head">
        <strong className="grow" title={point.label}>
          {point.label}
        </strong>
        {point.unit !== null && <span className="ink-3">{point.unit}</span>}
      </div>
      <div className="point-facts-id">
        <span className="cut grow mono" title={point.id}>
          {point.id}
        </span>
        <IconButton icon="copy" size="s" label={t('datamodel.copyId')} onPress={() => copy(point.id)} />
      </div>
      {point.class !== null && (
        <div className="cut" title={point.class}>
          {point.class}
        </div>
      )}
      <div className="point-facts-state">
        <HealthMark mark={mark.mark} />
        <span>{state}</span>
      </div>
      <div className="cut ink-3" title={point.file}>
        {t('datamodel.lineOf', {
          file: baseName(point.file),
          line: format.count(point.line),
        })}
      </div>
    </section>
  );
}
