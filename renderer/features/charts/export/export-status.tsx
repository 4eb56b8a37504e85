import type { ReactNode } from 'react';
import { useAskedBeforeUnload } from '../../../state/use-asked-before-unload.ts';
import { useText } from '../../../text/use-text.ts';
import { StatusBarButton, StatusBarText } from '../../../ui/layout/status-bar.tsx';
import { Meter } from '../../../ui/telling/meter.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { format } from '../../../ui/words/format.ts';
import { exportRun, useExportProgress } from './export-run.ts';

/** How far the export of every sample is, on whatever screen, and the way to stop it. A page that goes away ends it. */
export function ExportStatus(): ReactNode {
  const t = useText();
  const progress = useExportProgress();
  useAskedBeforeUnload(progress !== null);
  // Most are over with the first piece.
  if (progress === null || progress.samples === null) return null;
  const { name, samples, of } = progress;
  const share = Math.min(1, samples / Math.max(1, of));
  const stop = (): void => {
    exportRun.stop();
    toast(t('charts.exportStopped'));
  };
  return (
    <>
      <StatusBarText icon="csv" tone="running">
        <span className="status-bar-whole" title={name}>
          <span>{format.percent(share)}</span>
          <span>{t('charts.exporting')}</span>
          <span>{t('charts.exportingSamples', { count: samples })}</span>
        </span>
        <Meter label={t('charts.exportingNamed', { name })} value={share} state="running" />
      </StatusBarText>
      <StatusBarButton icon="close" onPress={stop}>
        {t('charts.stopExport')}
      </StatusBarButton>
    </>
  );
}
