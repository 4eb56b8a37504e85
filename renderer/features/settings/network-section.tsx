import type { ReactNode } from 'react';
import type { AppState, Settings } from '../../../shared/ipc/app.ts';
import { useText } from '../../text/use-text.ts';
import { Switch } from '../../ui/switch.tsx';
import { Section } from './section.tsx';
import { TypedSetting } from './typed-setting.tsx';
import type { SetSettings } from './use-set.ts';

interface NetworkSectionProps {
  readonly settings: Settings;
  readonly set: SetSettings;
  readonly host: AppState['host'];
}

/** The way to the service, and where updates come from. */
export function NetworkSection({ settings, set, host }: NetworkSectionProps): ReactNode {
  const t = useText();
  return (
    <Section id="network" title={t('settings.network.title')}>
      <TypedSetting
        label={t('settings.network.proxy')}
        hint={t('settings.network.proxyHint')}
        value={settings.proxy ?? ''}
        check={(text) =>
          text === '' || isAddress(text, ['http:', 'https:']) ? null : t('settings.network.proxyBad')
        }
        onSave={(text) => set({ proxy: text === '' ? null : text }, 'typed')}
      />
      <Switch
        isSelected={settings.allowInsecure}
        onChange={(allowInsecure) => set({ allowInsecure })}
        hint={t('settings.network.insecureHint')}
      >
        {t('settings.network.insecure')}
      </Switch>
      {host.kind === 'electron' && (
        <TypedSetting
          label={t('settings.network.feed')}
          hint={t('settings.network.feedHint')}
          value={settings.updateFeed ?? ''}
          check={(text) =>
            text === '' || isAddress(text, ['https:']) ? null : t('settings.network.feedBad')
          }
          onSave={(text) => set({ updateFeed: text === '' ? null : text }, 'typed')}
        />
      )}
    </Section>
  );
}

function isAddress(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== '';
}
