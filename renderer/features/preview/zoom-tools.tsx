import type { ReactNode } from 'react';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../../ui/inputs/button.tsx';

const STEP = 1.25;

interface ZoomToolsProps {
  /** The current zoom; 1 is the original size. */
  readonly share: number;
  readonly onZoom: (factor: number) => void;
}

/** Buttons to zoom out and in, with the current zoom between them. */
export function ZoomTools({ share, onZoom }: ZoomToolsProps): ReactNode {
  const t = useText();
  return (
    <>
      <IconButton icon="zoomOut" label={t('preview.zoomOut')} onPress={() => onZoom(1 / STEP)} />
      <span className="zoom-share num t-small">{t('preview.share', { share: Math.round(share * 100) })}</span>
      <IconButton icon="zoomIn" label={t('preview.zoomIn')} onPress={() => onZoom(STEP)} />
    </>
  );
}
