import type { Row } from '../harness/row.ts';
import { firstDownload } from './first-download.ts';
import { firstUpload } from './first-upload.ts';
import { largeDown, largeUp } from './large-file.ts';
import { mirrorFill } from './mirror.ts';
import { nothingChanged } from './nothing-changed.ts';
import { status } from './status.ts';

/** In the order in which they run and are printed. */
export const ROWS: readonly Row[] = [
  firstUpload,
  firstDownload,
  largeUp,
  largeDown,
  nothingChanged,
  mirrorFill,
  status,
];
