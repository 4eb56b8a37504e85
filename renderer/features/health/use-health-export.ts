import { useMutation } from '@tanstack/react-query';
import { allPieces } from '../../state/all-pieces.ts';
import { useBridge } from '../../state/engine.tsx';
import { showFailure } from '../../state/show-failure.ts';
import { useText } from '../../text/use-text.ts';
import { csvBlob, fileName, saveFile } from '../../ui/browser/save-file.ts';
import { toast } from '../../ui/overlays/toast.tsx';

/** Saves the health of every point as a table; a large one comes in pieces. */
export function useHealthExport(
  site: string,
  siteName: string,
): { readonly run: () => void; readonly busy: boolean } {
  const t = useText();
  const { client } = useBridge();
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      csvBlob(await allPieces((at) => client.call('health.export', { site, at: at ?? 0 }))),
    onSuccess: (table) => {
      const date = new Date().toISOString().slice(0, 10);
      const name = fileName([t('datamodel.exportName', { site: siteName, date })], 'csv');
      saveFile(name, table);
      toast(t('datamodel.exported', { name }));
    },
    onError: showFailure,
  });
  return { run: () => mutate(), busy: isPending };
}
