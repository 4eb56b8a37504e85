import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { NamedPoint } from '../../../shared/model/datamodel.ts';
import type { PackedPoints } from '../../datamodel/ports.ts';

/** The separators. The reader of datamodels gives no text that contains one of them. */
const FIELD = '\u001F';
const ROW = '\u001E';
/** 200,000 points take 3 MB instead of 12, in a tenth of a second. */
const LEVEL = 1;

export function packPoints(points: readonly NamedPoint[]): PackedPoints {
  const text = points.map(({ id, label, equipment }) => `${id}${FIELD}${label}${FIELD}${equipment ?? ''}`);
  return deflateRawSync(text.join(ROW), { level: LEVEL }).toString('base64') as PackedPoints;
}

/** Null if the text was not made by `packPoints`. */
export function unpackPoints(packed: PackedPoints): readonly NamedPoint[] | null {
  const text = inflate(packed);
  if (text === null || text === '') return text === null ? null : [];
  return text.split(ROW).map((row) => {
    const [id = '', label = '', equipment = ''] = row.split(FIELD);
    return { id, label, equipment: equipment === '' ? null : equipment };
  });
}

function inflate(packed: string): string | null {
  try {
    return inflateRawSync(Buffer.from(packed, 'base64')).toString();
  } catch {
    return null;
  }
}
