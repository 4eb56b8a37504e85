import type { ReactNode } from 'react';
import type { Point } from '../../../shared/ipc/datamodel.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { format, formatBeside } from '../../ui/words/format.ts';
import { Truncate } from '../../ui/words/truncate.tsx';
import { useCopy } from '../../ui/overlays/use-copy.ts';
import { HealthMark, useMark } from '../health/health-mark.tsx';

/** Letters at the end of an id or a file's name that stay where there is no room for all of it. */
const ENDING = 8;

/** All that is known of the point that was looked at last. */
export function PointFacts({
  point,
  zone,
  onFavourite,
}: {
  readonly point: Point;
  readonly zone: string | null;
  readonly onFavourite: () => void;
}): ReactNode {
  const t = useText();
  const copy = useCopy();
  const mark = useMark()(point);
  const times = formatBeside(zone).there;
  const state =
    point.lastAt !== null && (point.health === 'silent' || point.health === 'held')
      ? t(`datamodel.since.${point.health}`, { time: times.whenSaid(point.lastAt) })
      : mark.word;
  const file = baseName(point.file);
  const where = t('datamodel.lineOf', { file, line: format.count(point.line) });
  return (
    <section className="point-facts" aria-label={t('datamodel.facts')}>
      <div className="point-facts-head">
        <strong className="grow" title={point.label}>
          {point.label}
        </strong>
        {point.unit !== null && <span className="ink-3">{point.unit}</span>}
        {/* The star in its line is for the pointer alone. */}
        <IconButton
          icon="star"
          size="s"
          label={t(point.favourite ? 'datamodel.unfavour' : 'datamodel.favour', { label: point.label })}
          isPressed={point.favourite}
          onPress={onFavourite}
        />
      </div>
      <div className="point-facts-id">
        <span className="grow mono">
          <Truncate text={point.id} ending={ENDING} />
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
      {/* A long name keeps its line and shows its end. */}
      <div className="cut ink-3">
        <Truncate text={where} ending={where.length - file.length + ENDING} title={point.file} />
      </div>
    </section>
  );
}
