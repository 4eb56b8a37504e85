import { useState, type ReactNode } from 'react';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { DifferenceSheet } from './difference-sheet.tsx';

interface LookFirstProps {
  readonly site: string;
  readonly siteName: string;
  /** The record of the changed datamodel. */
  readonly file: string;
}

/** The way to what a changed datamodel changes, before it is sent. */
export function LookFirst({ site, siteName, file }: LookFirstProps): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="eye" onPress={() => setOpen(true)}>
        {t('datamodel.look')}
      </Button>
      {open && <DifferenceSheet site={site} siteName={siteName} file={file} onClose={() => setOpen(false)} />}
    </>
  );
}
