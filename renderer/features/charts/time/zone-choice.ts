import { safeZone } from '../../../../shared/time/zone.ts';
import { useAnswer, useDo } from '../../../state/engine.tsx';

export type ZoneChoice = 'site' | 'utc' | 'mine';

const WHOSE: readonly ZoneChoice[] = ['site', 'utc', 'mine'];

export interface Zones {
  readonly choice: ZoneChoice;
  /** Of a site without a zone its own is none. */
  readonly choices: readonly ZoneChoice[];
  /** The zone that times are shown in. */
  readonly shown: string;
  /** The site's own: presets are days and weeks of this one, whatever is shown. */
  readonly site: string;
  readonly mine: string;
  readonly choose: (choice: ZoneChoice) => void;
}

/** Whose clock times are shown by; the choice holds for all sites. */
export function useZones(siteZone: string | null): Zones {
  const settings = useAnswer('settings.get', null);
  const set = useDo('settings.set');
  const chosen = settings.data?.zone ?? 'site';
  const choices = siteZone === null ? WHOSE.filter((whose) => whose !== 'site') : WHOSE;
  const choice = choices.includes(chosen) ? chosen : 'utc';
  const site = safeZone(siteZone);
  const mine = safeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const shown = { site, utc: 'UTC', mine }[choice];
  return { choice, choices, shown, site, mine, choose: (zone) => set.run({ zone }) };
}
