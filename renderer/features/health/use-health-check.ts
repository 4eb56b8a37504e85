import { useEffect } from 'react';
import type { HealthSummary } from '../../../shared/ipc/datamodel.ts';
import { useAnswer, useAskAnew, useDo } from '../../state/engine.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { useText } from '../../text/use-text.ts';

/** While the service is asked about many points, what is known already is shown in these steps, ms. */
const EVERY = 1500;

export interface HealthCheck {
  readonly summary: HealthSummary | null;
  readonly check: () => void;
  readonly checking: boolean;
}

/** How the points of a site stand, and the question to the service. */
export function useHealthCheck(site: string): HealthCheck {
  const t = useText();
  const askAnew = useAskAnew();
  const summary = useAnswer('health.summary', { site }).data ?? null;
  const check = useDo('health.check', () => toast(t('datamodel.checked')));
  const checking = check.busy || summary?.checking === true;
  useEffect(() => {
    if (!checking) return undefined;
    const timer = setInterval(() => askAnew(site, ['health.summary', 'health.page']), EVERY);
    return () => clearInterval(timer);
  }, [checking, site, askAnew]);
  return { summary, check: () => check.run({ site }), checking };
}

/** The sum over all datamodels of a site. */
export function healthSum(summary: HealthSummary): Readonly<Record<HealthCount, number>> {
  const sum = (of: HealthCount): number => summary.files.reduce((total, file) => total + file[of], 0);
  return {
    points: sum('points'),
    data: sum('data'),
    held: sum('held'),
    silent: sum('silent'),
    unclear: sum('unclear'),
    unknown: sum('unknown'),
    unchecked: sum('unchecked'),
    duplicated: sum('duplicated'),
    trouble: sum('trouble'),
  };
}

type HealthCount = Exclude<keyof HealthSummary['files'][number], 'file'>;
