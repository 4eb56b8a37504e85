import type { ReactNode } from 'react';
import { useAnswer, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { format } from '../../ui/words/format.ts';
import { NumberField } from '../../ui/inputs/number-field.tsx';

const MEGA = 1_000_000;
/** Also the step: the field counts from here. */
const LEAST = 100;

/** How much room fetched timeseries may take on this computer, and take now. */
export function SeriesCacheField(): ReactNode {
  const t = useText();
  const cache = useAnswer('series.cache', null).data;
  const set = useDo('series.setLimit');
  if (cache === undefined) return null;
  return (
    <NumberField
      label={t('charts.cache')}
      value={Math.round(cache.limit / MEGA)}
      onChange={(megabytes) => set.run({ limit: Math.max(LEAST, megabytes) * MEGA })}
      min={LEAST}
      step={LEAST}
      unit="MB"
      hint={t('charts.cacheUse', { used: format.bytes(cache.bytes), least: format.bytes(LEAST * MEGA) })}
    />
  );
}
