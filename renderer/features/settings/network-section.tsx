import type { ReactNode } from 'react';
import type { AppState, Settings } from '../../../shared/ipc/app.ts';
import { proxyParts } from '../../../shared/proxy-address.ts';
import { useText } from '../../text/use-text.ts';
import { Switch } from '../../ui/inputs/switch.tsx';
import { Section } from './section.tsx';
import { TypedSetting } from './typed-setting.tsx';
import { useSave, type SetSettings } from './use-set.ts';

interface NetworkSectionProps {
  readonly settings: Settings;
  readonly set: SetSettings;
  readonly host: AppState['host'];
}

/** How the service is reached, and where updates come from. */
export function NetworkSection({ settings, set, host }: NetworkSectionProps): ReactNode {
  const t = useText();
  const save = useSave();
  return (
    <Section id="network" title={t('settings.network.title')}>
      <TypedSetting
        label={t('settings.network.proxy')}
        hint={t('settings.network.proxyHint')}
        value={settings.proxy ?? ''}
        check={(text) => (text === '' || isAddress(text) ? null : t('settings.network.proxyBad'))}
        onSave={(text) => save({ proxy: text === '' ? null : text })}
        shownOf={(text) => proxyParts(text).address}
      />
      <Switch
        isSelected={settings.allowInsecure}
        onChange={(allowInsecure) => set({ allowInsecure })}
        hint={t('settings.network.insecureHint')}
      >
        {t('settings.network.insecure')}
      </Switch>
      {host.updates !== null && <Updates {...host.updates} />}
    </Section>
  );
}

/** Read-only: a page that could name the feed could bring any program onto this computer. */
function Updates({ feed, file }: NonNullable<AppState['host']['updates']>): ReactNode {
  const t = useText();
  return (
    <div className="settings-choice">
      <div className="grow">
        {t('settings.network.updates')}
        <div className="t-small ink-2">
          {feed === null ? t('settings.network.noFeed') : t('settings.network.feed', { feed })}{' '}
          {t('settings.network.feedHow', { file })}
        </div>
      </div>
    </div>
  );
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.hostname !== '';
}
