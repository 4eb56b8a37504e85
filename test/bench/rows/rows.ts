import type { Row } from '../harness/row.ts';
import { chart } from './chart.ts';
import { firstDownload } from './first-download.ts';
import { firstUpload } from './first-upload.ts';
import { growth } from './growth.ts';
import { largeDown, largeUp } from './large-file.ts';
import { latency } from './latency.ts';
import { mirrorFill } from './mirror.ts';
import { nothingChanged } from './nothing-changed.ts';
import { onePercent } from './one-percent.ts';
import { photosDown, photosUp } from './photos.ts';
import { screens } from './screens.ts';
import { status } from './status.ts';
import { watching } from './watching.ts';

/** In the order in which they run. */
export const ROWS: readonly Row[] = [
  firstUpload,
  latency,
  firstDownload,
  largeUp,
  largeDown,
  photosUp,
  photosDown,
  nothingChanged,
  onePercent,
  mirrorFill,
  watching,
  status,
  growth,
  chart,
  screens,
];
