import { useMutation } from '@tanstack/react-query';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useBridge } from '../../state/engine.tsx';
import { showFailure } from '../../state/show-failure.ts';
import { useText } from '../../text/use-text.ts';
import { csvBlob, fileName, saveFile } from '../../ui/browser/save-file.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { EVERYTHING } from './file-filter.ts';
import { allHashes, allRows, filesCsv } from './files-csv.ts';

/** Saves the list of all files of a site, with what the service has of each, for example for a handover. */
export function useFilesExport({ id, name: siteName }: Pick<SiteSummary, 'id' | 'name'>): () => void {
  const t = useText();
  const { client } = useBridge();
  const { mutate } = useMutation({
    mutationFn: async () => {
      const rows = await allRows((offset, limit) =>
        client.call('files.page', {
          site: id,
          filter: EVERYTHING,
          sort: { by: 'path', descending: false },
          offset,
          limit,
        }),
      );
      return {
        rows,
        hashes: await allHashes(rows, (keys) => client.call('files.hashes', { site: id, keys })),
      };
    },
    onSuccess: ({ rows, hashes }) => {
      const date = new Date().toISOString().slice(0, 10);
      const name = fileName([t('files.exportName', { site: siteName, date })], 'csv');
      saveFile(name, csvBlob([filesCsv(rows, hashes)]));
      toast(t('files.exported', { count: rows.length, name }));
    },
    onError: showFailure,
  });
  return () => mutate();
}
