import { useMemo, useState, type ReactNode } from 'react';
import { PreviewDialog } from '../features/preview/preview-dialog.tsx';
import type { PreviewFile } from '../features/preview/preview-file.ts';
import { Preview } from '../features/preview/preview.tsx';
import { Button } from '../ui/inputs/button.tsx';
import './gallery.css';

// &url=<address of the bytes>&name=<file's name>&size=<bytes>&where=full|panel|dialog&series=<header>
const asked = new URLSearchParams(location.search);

/** One file, shown as the app shows it; the address says which. */
export function PreviewPage(): ReactNode {
  const [charted, setCharted] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(true);
  const file = useMemo<PreviewFile>(() => {
    const size = asked.get('size');
    return {
      url: asked.get('url') ?? '',
      name: asked.get('name') ?? '',
      size: size === null ? null : Number(size),
      version: '1',
    };
  }, []);
  const column = asked.get('series');
  const series = useMemo(() => (column === null ? undefined : { column, onChart: setCharted }), [column]);
  return (
    <main className="gallery-alone">
      {charted !== null && <output>Charts {charted}</output>}
      {asked.get('where') === 'dialog' ? (
        <>
          <Button onPress={() => setOpen(true)}>Show</Button>
          <PreviewDialog file={isOpen ? file : null} onClose={() => setOpen(false)} series={series} />
        </>
      ) : (
        <Preview file={file} where={asked.get('where') === 'panel' ? 'panel' : 'full'} series={series} />
      )}
    </main>
  );
}
