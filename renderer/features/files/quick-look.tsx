import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { FileDetails } from '../../../shared/ipc/files.ts';
import { localKey } from '../../../shared/model/file-key.ts';
import { useAnswer, useBridge } from '../../state/engine.tsx';
import { go } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { PreviewDialog } from '../preview/preview-dialog.tsx';
import type { PreviewFile } from '../preview/preview-file.ts';
import type { SeriesOfRows } from '../preview/preview-parts.tsx';
import { Preview } from '../preview/preview.tsx';
import type { FileActs } from './file-acts.ts';
import { OnlyThere } from './only-there.tsx';

interface QuickLookProps {
  readonly site: string;
  /** Null: closed. */
  readonly file: string | null;
  readonly acts: FileActs;
  readonly onClose: () => void;
  readonly onStep: (by: -1 | 1) => void;
}

/** Opened by Space: the current file alone, as large as the window. The list still moves behind it. */
export function QuickLook({ site, file, acts, onClose, onStep }: QuickLookProps): ReactNode {
  const t = useText();
  const preview = usePreviewFile(site, file);
  const shown = useUntilNext(file === null ? null : preview);
  const series = useSeriesOfRows(site, file);
  const isAway = file !== null && preview === null;
  // Closes if the file is not here any more: else the next row that becomes current would be shown unasked.
  useEffect(() => {
    if (isAway) onClose();
  }, [isAway, onClose]);
  return (
    <PreviewDialog
      file={shown}
      series={series}
      onClose={onClose}
      onStep={onStep}
      actions={
        acts.canOpen &&
        file !== null && (
          <Button size="s" icon="external" onPress={() => acts.open(file)}>
            {t('files.open')}
          </Button>
        )
      }
    />
  );
}

/**
 * Keeps the previous file until the next one is known: if the dialog closed meanwhile, the button that steps through
 * the files would lose the focus.
 */
function useUntilNext(preview: PreviewFile | null | undefined): PreviewFile | null {
  const [shown, setShown] = useState<PreviewFile | null>(null);
  const now = preview === undefined ? shown : preview;
  if (now !== shown) setShown(now);
  return now;
}

/** The preview above the details. A file that is only on the service has nothing to show yet. */
export function DetailsPreview({ site, file }: { readonly site: string; readonly file: string }): ReactNode {
  const preview = usePreviewFile(site, file);
  const details = useAnswer('files.details', { site, key: file }).data;
  if (details?.row.here === false)
    return (
      <div className="file-preview">
        <OnlyThere site={site} file={file} />
      </div>
    );
  if (preview === null || preview === undefined) return <div className="file-preview" />;
  return (
    <div className="file-preview">
      <Preview file={preview} where="panel" />
    </div>
  );
}

/**
 * Undefined until it is known, null if there is no copy here. The same as long as the copy is: what else is told of the
 * file, as how far its transfer is, must not have the view begin anew, which may take minutes or ask for a password.
 */
function usePreviewFile(site: string, file: string | null): PreviewFile | null | undefined {
  const { contentUrl } = useBridge();
  const answer = useAnswer('files.details', { site, key: file ?? '' }, { enabled: file !== null });
  // What was answered to the key from before may be about this file already.
  const isOther = answer.isPlaceholderData && answer.data?.row.key !== file;
  const details = file === null || isOther ? undefined : answer.data;
  const { size = null, version = null } = details?.copy ?? {};
  const key = useFirstKey(site, details?.row);
  return useSame(
    details === undefined
      ? undefined
      : version === null
        ? null
        : { url: contentUrl('file', site, key), name: details.row.name, size, version },
  );
}

/**
 * Once a file was sent it goes by another key, and the one from before leads to it still: with that the view stays, and so does
 * the page at which a person reads.
 */
function useFirstKey(site: string, row: Pick<FileDetails['row'], 'key' | 'path'> | undefined): string {
  const [first, setFirst] = useState({ site, key: row?.key ?? '' });
  if (row === undefined || (first.site === site && [row.key, localKey(row.path)].includes(first.key)))
    return first.key;
  setFirst({ site, key: row.key });
  return row.key;
}

function useSame(now: PreviewFile | null | undefined): PreviewFile | null | undefined {
  const [last, setLast] = useState(now);
  if (now === null || now === undefined || last === now) return now;
  if (last?.url === now.url && last.version === now.version && last.name === now.name) return last;
  setLast(now);
  return now;
}

/** A row of a datamodel names a timeseries, and Space opens its chart. Undefined for all other files. */
function useSeriesOfRows(site: string, file: string | null): SeriesOfRows | undefined {
  const row = useAnswer('files.details', { site, key: file ?? '' }, { enabled: file !== null }).data?.row;
  const isTable = row !== undefined && row.key === file && row.name.toLowerCase().endsWith('.csv');
  const datamodels = useAnswer('points.files', { site }, { enabled: isTable }).data;
  const column = isTable ? (datamodels?.find((each) => each.file === row.path)?.columns?.id ?? null) : null;
  return useMemo(
    () =>
      column === null
        ? undefined
        : {
            column,
            onChart: (id: string) => go({ screen: 'site', site, tab: 'data', params: { series: id } }),
          },
    [column, site],
  );
}
