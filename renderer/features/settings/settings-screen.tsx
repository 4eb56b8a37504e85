import { useState, type ReactNode } from 'react';
import type { Settings } from '../../../shared/ipc/app.ts';
import { useAnswer, useAppState, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { PageHead, Scroll } from '../../ui/page-head.tsx';
import { SegmentedControl } from '../../ui/segmented.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import './settings.css';

const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
const KILO = 1000;

/** The person's choices; each holds at once. */
export function SettingsScreen(): ReactNode {
  const t = useText();
  const settings = useAnswer('settings.get', null).data;
  return (
    <>
      <PageHead title={t('app.settings')} />
      <Scroll label={t('app.settings')}>
        {settings === undefined ? null : <Form key={settings.ignore} settings={settings} />}
      </Scroll>
    </>
  );
}

function Form({ settings }: { readonly settings: Settings }): ReactNode {
  const t = useText();
  const state = useAppState();
  const set = useDo('settings.set', () => toast(t('app.saved')));
  const signOut = useDo('account.signOut');
  const diagnostics = useDo('diagnostics.export', ({ name, text }) => download(name, text));
  const [ignore, setIgnore] = useState(settings.ignore);
  const [proxy, setProxy] = useState(settings.proxy ?? '');
  const { account, host } = state ?? {};
  return (
    <div className="settings">
      <Card>
        <CardHead
          title={t('app.account')}
          subtitle={`${account?.baseUrl ?? t('app.notSignedIn')}${account?.kept ? ` · ${t(`app.tokenKept.${account.kept}`)}` : ''}`}
          actions={<Button onPress={() => signOut.run(null)}>{t('app.signOut')}</Button>}
        />
      </Card>
      <Card>
        <CardHead title={t('app.appearance')} />
        <SegmentedControl
          label={t('app.theme')}
          value={settings.theme}
          onChange={(theme) => set.run({ theme: THEMES.find((each) => each === theme) ?? 'system' })}
          options={THEMES.map((value) => ({ value, label: t(`app.themes.${value}`) }))}
        />
      </Card>
      <Card>
        <CardHead title={t('app.bandwidth')} />
        <div className="fields">
          <NumberField
            label={t('app.upLimit')}
            value={(settings.bytesUp ?? 0) / KILO}
            onChange={(value) => set.run({ bytesUp: limitOf(value) })}
            min={0}
            unit={t('app.kilobytes')}
            hint={t('app.limitHint')}
          />
          <NumberField
            label={t('app.downLimit')}
            value={(settings.bytesDown ?? 0) / KILO}
            onChange={(value) => set.run({ bytesDown: limitOf(value) })}
            min={0}
            unit={t('app.kilobytes')}
            hint={t('app.limitHint')}
          />
        </div>
      </Card>
      <Card>
        <CardHead title={t('app.syncing')} />
        <div className="fields">
          <TextField
            label={t('app.ignore')}
            value={ignore}
            onChange={setIgnore}
            multiline={5}
            mono
            hint={t('app.ignoreHint')}
          />
          <Button onPress={() => set.run({ ignore })}>{t('app.save')}</Button>
        </div>
      </Card>
      <Card>
        <CardHead title={t('app.network')} />
        <div className="fields">
          <TextField
            label={t('app.proxy')}
            value={proxy}
            onChange={setProxy}
            type="url"
            hint={t('app.proxyHint')}
          />
          <Button onPress={() => set.run({ proxy: proxy.trim() === '' ? null : proxy.trim() })}>
            {t('app.save')}
          </Button>
        </div>
      </Card>
      <Card>
        <CardHead
          title={t('app.help')}
          subtitle={t('app.diagnosticsWhy')}
          actions={<Button onPress={() => diagnostics.run(null)}>{t('app.diagnostics')}</Button>}
        />
        <p>{t('app.about', { version: host?.version ?? '', device: host?.device ?? '' })}</p>
      </Card>
    </div>
  );
}

const limitOf = (kilobytes: number): number | null => (kilobytes > 0 ? kilobytes * KILO : null);

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
