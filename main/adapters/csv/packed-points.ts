import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ComparedPoint } from '../../../shared/model/datamodel.ts';
import type { PackedPoints } from '../../datamodel/ports.ts';

/** The separators. The reader of datamodels gives no text that contains one of them. */
const FIELD = '\u001F';
const ROW = '\u001E';
/** 200,000 points take 3 MB instead of 12, in a tenth of a second. */
const LEVEL = 1;

export function packPoints(points: readonly ComparedPoint[]): PackedPoints {
  const text = points.map(({ id, label, equipment, unit, class: kind }) =>
    [id, label, equipment ?? '', unit ?? '', kind ?? ''].join(FIELD),
  );
  return deflateRawSync(text.join(ROW), { level: LEVEL }).toString('base64') as PackedPoints;
}

/** Null if the text was not made by `packPoints`. */
export function unpackPoints(packed: PackedPoints): readonly ComparedPoint[] | null {
  const text = inflate(packed);
  if (text === null || text === '') return text === null ? null : [];
  return text.split(ROW).map((row) => {
    const [id = '', label = '', equipment = '', unit = '', kind = ''] = row.split(FIELD);
    return {
      id,
      label,
      equipment: textOrNull(equipment),
      unit: textOrNull(unit),
      class: textOrNull(kind),
    };
  });
}

const textOrNull = (text: string): string | null => (text === '' ? null : text);

function inflate(packed: string): string | null {
  try {
    return inflateRawSync(Buffer.from(packed, 'base64')).toString();
  } catch {
    return null;
  }
}
