import { useState, type ReactNode } from 'react';
import type { AppState } from '../../../shared/ipc/app.ts';
import { runAction } from '../../state/actions.ts';
import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Facts } from '../../ui/layout/card.tsx';
import { saveFile } from '../../ui/browser/save-file.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { LicencesSheet } from './licences-sheet.tsx';
import { Section } from './section.tsx';

interface HelpSectionProps {
  readonly host: AppState['host'];
  readonly root: string;
}

/** What support needs, and the version. */
export function HelpSection({ host, root }: HelpSectionProps): ReactNode {
  const t = useText();
  const [showsLicences, setShowsLicences] = useState(false);
  const diagnostics = useDo('diagnostics.export', ({ name, text }) => {
    saveFile(name, new Blob([text], { type: 'application/json' }));
    toast(t('settings.help.exported', { name }));
  });
  return (
    <Section id="help" title={t('settings.help.title')}>
      <div className="settings-choice">
        <div className="grow">
          {t('settings.help.diagnostics')}
          <div className="t-small ink-2">{t('settings.help.diagnosticsWhy')}</div>
        </div>
        <Button icon="download" isPending={diagnostics.busy} onPress={() => diagnostics.run(null)}>
          {t('settings.help.export')}
        </Button>
      </div>
      <div className="settings-choice">
        <div className="grow">
          {t('settings.help.keys')}
          <div className="t-small ink-2">{t('settings.help.keysWhy')}</div>
        </div>
        <Button onPress={() => runAction('shortcuts')}>{t('settings.help.keysShow')}</Button>
      </div>
      <div className="settings-choice">
        <div className="grow">
          {t('settings.help.licences')}
          <div className="t-small ink-2">{t('settings.help.licencesWhy')}</div>
        </div>
        <Button onPress={() => setShowsLicences(true)}>{t('settings.help.licencesShow')}</Button>
      </div>
      {showsLicences && <LicencesSheet onClose={() => setShowsLicences(false)} />}
      <Facts
        items={[
          { label: t('settings.help.version'), value: `${t('ui.appName')} ${host.version}` },
          { label: t('settings.help.host'), value: t(`settings.help.hosts.${host.kind}`) },
          { label: t('settings.help.device'), value: host.device },
          { label: t('settings.help.folder'), value: root },
        ]}
      />
    </Section>
  );
}
