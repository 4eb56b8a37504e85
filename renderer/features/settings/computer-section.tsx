import { useEffect, type ReactNode } from 'react';
import type { AppState, Settings } from '../../../shared/ipc/app.ts';
import { useAnswer, useAskAnew } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { SegmentedControl } from '../../ui/inputs/segmented.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { Section } from './section.tsx';
import type { SetSettings } from './use-set.ts';

const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
const DENSITIES = ['compact', 'regular', 'roomy'] as const;
const ZONES = ['site', 'mine', 'utc'] as const;

interface ChoiceProps {
  readonly settings: Settings;
  readonly set: SetSettings;
}

/** What the program may do by itself. */
export function ComputerSection({
  settings,
  set,
  host,
}: ChoiceProps & { readonly host: AppState['host'] }): ReactNode {
  const t = useText();
  const { keepAwake: canStayAwake } = host.can;
  return (
    <Section id="computer" title={t('settings.computer.title')}>
      <StartSwitch settings={settings} set={set} host={host} />
      <Switch
        isSelected={settings.keepAwake && canStayAwake}
        isDisabled={!canStayAwake}
        onChange={(keepAwake) => set({ keepAwake })}
        hint={t(canStayAwake ? 'settings.computer.awakeHint' : 'settings.computer.onlyApp')}
      >
        {t('settings.computer.awake')}
      </Switch>
      <Switch
        isSelected={settings.notifications}
        onChange={(notifications) => set({ notifications })}
        hint={t('settings.computer.notificationsHint')}
      >
        {t('settings.computer.notifications')}
      </Switch>
    </Section>
  );
}

/** Shows what the system does: its own settings may differ from what was chosen here. */
function StartSwitch({ settings, set, host }: ChoiceProps & { readonly host: AppState['host'] }): ReactNode {
  const t = useText();
  const canStart = host.can.loginItem;
  const inSystem = useAnswer('host.loginItem', null, { enabled: canStart }).data;
  const askAnew = useAskAnew();
  // The person may come back from the system's settings.
  useEffect(() => {
    const ask = (): void => askAnew('', ['host.loginItem']);
    addEventListener('focus', ask);
    return () => removeEventListener('focus', ask);
  }, [askAnew]);
  const isWanted = settings.startAtLogin && canStart;
  const isOff = isWanted && inSystem !== undefined && inSystem !== 'on';
  return (
    <Switch
      isSelected={isWanted && !isOff}
      isDisabled={!canStart}
      onChange={(startAtLogin) => set({ startAtLogin })}
      hint={
        isOff ? (
          <span className="settings-off">
            <Icon name="warn" size={14} className="tone-warn" />
            {t(
              inSystem === 'off'
                ? 'settings.computer.startGone'
                : `settings.computer.startOff.${host.platform}`,
            )}
          </span>
        ) : (
          t(canStart ? 'settings.computer.startHint' : 'settings.computer.onlyInstalled')
        )
      }
    >
      {t('settings.computer.start')}
    </Switch>
  );
}

export function LookSection({ settings, set }: ChoiceProps): ReactNode {
  const t = useText();
  return (
    <Section id="look" title={t('settings.look.title')}>
      <Choice label={t('settings.look.theme')} hint={t('settings.look.themeHint')}>
        <SegmentedControl
          label={t('settings.look.theme')}
          value={settings.theme}
          onChange={(theme) => set({ theme })}
          options={THEMES.map((value) => ({ value, label: t(`settings.look.themes.${value}`) }))}
        />
      </Choice>
      <Choice label={t('settings.look.density')}>
        <SegmentedControl
          label={t('settings.look.density')}
          value={settings.density}
          onChange={(density) => set({ density })}
          options={DENSITIES.map((value) => ({ value, label: t(`settings.look.densities.${value}`) }))}
        />
      </Choice>
      <Choice label={t('settings.look.zone')}>
        <SegmentedControl
          label={t('settings.look.zone')}
          value={settings.zone}
          onChange={(zone) => set({ zone })}
          options={ZONES.map((value) => ({ value, label: t(`settings.look.zones.${value}`) }))}
        />
      </Choice>
    </Section>
  );
}

interface ChoiceLineProps {
  readonly label: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** Label on the left and choice on the right, as with switches. */
function Choice({ label, hint, children }: ChoiceLineProps): ReactNode {
  return (
    <div className="settings-choice">
      <div className="grow">
        {label}
        {hint !== undefined && <div className="t-small ink-2">{hint}</div>}
      </div>
      {children}
    </div>
  );
}
