import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useBridge } from '../../../state/engine.tsx';
import { showFailure } from '../../../state/show-failure.ts';
import { useText } from '../../../text/use-text.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { MenuButton } from '../../../ui/inputs/menu.tsx';
import { fileName, saveFile } from '../../../ui/browser/save-file.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import type { Range } from '../time/range.ts';
import { rawCsv, shownCsv } from './export-csv.ts';
import { chartsPng, type PicturePanel } from './export-png.ts';
import { exportRun, useExportProgress } from './export-run.ts';
import { lackingList } from '../reading/lacking-words.ts';
import type { ChartLine } from '../plot/line.ts';
import { rangeText, typedText, zoneNames } from '../time/time-words.ts';

interface ExportMenuProps {
  readonly site: string;
  readonly siteName: string;
  readonly lines: readonly ChartLine[];
  readonly range: Range;
  readonly zone: string;
  /** Those that are drawn now; a panel shown as a table has no picture. */
  readonly pictures: () => readonly PicturePanel[];
}

/** What is on the screen, for other programs. */
export function ExportMenu({ site, siteName, lines, range, zone, pictures }: ExportMenuProps): ReactNode {
  const t = useText();
  const { client } = useBridge();
  const save = useExport(lines, range, zone);
  const isUnderWay = useExportProgress() !== null;
  // By the clock of the charts: midnight at a site in Sydney is the day before in UTC.
  const days = [range.from, range.to].map((at) => typedText(at, zone).slice(0, 10)).join(' to ');
  const words = {
    title: siteName,
    subtitle: `${rangeText(range, zone, Date.now())} · ${zone} (${zoneNames(range, zone)})`,
    min: t('charts.min'),
    mean: t('charts.mean'),
    max: t('charts.max'),
  };
  return (
    <MenuButton
      label={t('charts.export')}
      trigger={
        <Button icon="download" menu isDisabled={lines.length === 0}>
          {t('charts.export')}
        </Button>
      }
      items={[
        {
          id: 'shown',
          label: t('charts.exportShown'),
          icon: 'table',
          onAction: () =>
            save(fileName([siteName, days, 'shown'], 'csv'), () => shownCsv(lines, range, zone)),
        },
        {
          id: 'raw',
          label: t('charts.exportRaw'),
          icon: 'csv',
          // It has one place where it tells how far it is.
          isDisabled: isUnderWay,
          onAction: () => {
            const name = fileName([siteName, days], 'csv');
            save(name, () =>
              exportRun.make(name, (signal, tell) => rawCsv(client, { site, lines, range }, signal, tell)),
            );
          },
        },
        {
          id: 'png',
          label: t('charts.exportPng'),
          icon: 'image',
          onAction: () => {
            const drawn = pictures();
            if (drawn.length === 0) toast(t('charts.noPicture'));
            else save(fileName([siteName, days], 'png'), () => chartsPng(drawn, words));
          },
        },
      ]}
    />
  );
}

interface Saving {
  readonly name: string;
  /** Null if there is nothing to save. */
  readonly make: () => Promise<Blob | null> | Blob;
  /**
   * What it lacks, in words; null if nothing. Asked when it is made, since the charts may show another range by then.
   */
  readonly lacking: () => string | null;
}

/** Makes and saves a file of these lines, and says what it lacks; also where the charts were left meanwhile. */
function useExport(
  lines: readonly ChartLine[],
  range: Range,
  zone: string,
): (name: Saving['name'], make: Saving['make']) => void {
  const t = useText();
  /** A table does not show what was never fetched, as the hatching of a chart does: it is said. */
  const tell = (name: string, lacking: string | null): void => {
    if (lacking === null) toast(t('charts.exported', { name }));
    else toast(t('charts.exportedPart', { name, range: lacking }), { tone: 'bad' });
  };
  const { mutate } = useMutation({
    mutationFn: async ({ make }: Saving) => make(),
    onSuccess: (content, { name, lacking }) => {
      if (content === null) return;
      saveFile(name, content);
      tell(name, lacking());
    },
    onError: showFailure,
  });
  const lacking = (): string | null => lackingList(lines, range, zone, Date.now());
  return (name, make) => mutate({ name, make, lacking });
}
