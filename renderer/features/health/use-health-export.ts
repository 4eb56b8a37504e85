import { useMutation } from '@tanstack/react-query';
import { useBridge } from '../../state/engine.tsx';
import { showFailure } from '../../state/show-failure.ts';
import { useText } from '../../text/use-text.ts';
import { fileName, saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.tsx';

/** So that spreadsheets take the text for UTF-8. */
const MARK = '\uFEFF';

/** Saves the health of every point as a table; a large one comes in pieces. */
export function useHealthExport(
  site: string,
  siteName: string,
): { readonly run: () => void; readonly busy: boolean } {
  const t = useText();
  const { client } = useBridge();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const pieces: string[] = [MARK];
      for (let at: number | null = 0; at !== null;) {
        const piece: { text: string; next: number | null } = await client.call('health.export', { site, at });
        pieces.push(piece.text);
        at = piece.next;
      }
      return new Blob(pieces, { type: 'text/csv' });
    },
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
