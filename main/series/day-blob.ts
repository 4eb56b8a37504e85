import type { Samples } from '../../shared/series/gaps.ts';

/**
 * The samples of one UTC day in few bytes, exact to the last digit. Little-endian, as is every computer that we run on.
 *
 *     0  u8   form of this text: 1
 *     1  u8   times: 0 at equal distances, 1 each of its own
 *     2  u8   values: 0 float64, 1 int16, 2 int32 (decimal numbers without their point; the lowest int is "no value")
 *     3  u8   decimals of an int
 *     4  u32  count
 *     8  u32  first time, ms of the day
 *     12 u32  distance, ms
 *     16      values, filled up to a multiple of 4; then, where each has its own, times as u32 ms of the day
 *
 * A building's readings have two or three decimals: they take 2 bytes a sample instead of 16.
 */
export const DAY_MS = 86_400_000;

const HEADER = 16;
const FORM = 1;
const NO_VALUE = { 1: -32_768, 2: -2_147_483_648 } as const;
const SCALES = [1, 10, 100, 1000, 10_000];

export const dayOf = (time: number): number => Math.floor(time / DAY_MS);

type Packed =
  | { readonly coding: 0; readonly decimals: 0; readonly bytes: Float64Array }
  | { readonly coding: 1; readonly decimals: number; readonly bytes: Int16Array }
  | { readonly coding: 2; readonly decimals: number; readonly bytes: Int32Array };

/** All samples must lie in that day, ascending, whole milliseconds; one at least. */
export function encodeDay({ times, values }: Samples, day: number): Uint8Array {
  const start = day * DAY_MS;
  const step = equalStep(times);
  const packed = pack(values);
  const valueBytes = Math.ceil(packed.bytes.byteLength / 4) * 4;
  const blob = new Uint8Array(HEADER + valueBytes + (step === null ? times.length * 4 : 0));
  const header = new DataView(blob.buffer);
  blob.set([FORM, step === null ? 1 : 0, packed.coding, packed.decimals]);
  header.setUint32(4, times.length, true);
  header.setUint32(8, (times[0] ?? start) - start, true);
  header.setUint32(12, step ?? 0, true);
  blob.set(new Uint8Array(packed.bytes.buffer, 0, packed.bytes.byteLength), HEADER);
  if (step === null) {
    const offsets = new Uint32Array(blob.buffer, HEADER + valueBytes, times.length);
    for (let at = 0; at < times.length; at += 1) offsets[at] = (times[at] ?? 0) - start;
  }
  return blob;
}

/** Throws where the bytes are no such day: the mirror is damaged. */
export function decodeDay(stored: Uint8Array, day: number): Samples {
  // Typed arrays need their place in memory to be even; a copy is.
  const blob = stored.byteOffset % 8 === 0 ? stored : stored.slice();
  const header = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  const [form, timeCoding, valueCoding, decimals = 0] = blob;
  if (blob.length < HEADER || form !== FORM) throw new Error('Not a day of a series');
  const count = header.getUint32(4, true);
  const at = blob.byteOffset + HEADER;
  const size = valueCoding === 0 ? 8 : valueCoding === 1 ? 2 : 4;
  const valueBytes = Math.ceil((count * size) / 4) * 4;
  if (blob.length < HEADER + valueBytes + (timeCoding === 0 ? 0 : count * 4))
    throw new Error('Half a day of a series');
  const times = new Float64Array(count);
  const start = day * DAY_MS;
  if (timeCoding === 0) {
    const first = start + header.getUint32(8, true);
    const step = header.getUint32(12, true);
    for (let index = 0; index < count; index += 1) times[index] = first + index * step;
  } else {
    const offsets = new Uint32Array(blob.buffer, at + valueBytes, count);
    for (let index = 0; index < count; index += 1) times[index] = start + (offsets[index] ?? 0);
  }
  return { times, values: unpack(blob.buffer, at, count, valueCoding, SCALES[decimals] ?? 1) };
}

function unpack(
  buffer: ArrayBufferLike,
  at: number,
  count: number,
  coding: number | undefined,
  scale: number,
): Float64Array {
  if (coding === 0) return new Float64Array(buffer, at, count).slice();
  const ints = coding === 1 ? new Int16Array(buffer, at, count) : new Int32Array(buffer, at, count);
  const none = coding === 1 ? NO_VALUE[1] : NO_VALUE[2];
  const values = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    const int = ints[index] ?? none;
    // Division rounds to the nearest number, which is the one that the decimal text stood for.
    values[index] = int === none ? Number.NaN : int / scale;
  }
  return values;
}

/** Null where the samples do not lie at equal distances. */
function equalStep(times: Float64Array): number | null {
  const step = (times[1] ?? 0) - (times[0] ?? 0);
  if (times.length < 2) return 0;
  for (let at = 2; at < times.length; at += 1) {
    if ((times[at] ?? 0) - (times[at - 1] ?? 0) !== step) return null;
  }
  return step;
}

function pack(values: Float64Array): Packed {
  for (const [decimals, scale] of SCALES.entries()) {
    const largest = largestAsInt(values, scale);
    if (largest === null) continue;
    const coding = largest < 32_768 ? 1 : 2;
    const none = NO_VALUE[coding];
    const ints = coding === 1 ? new Int16Array(values.length) : new Int32Array(values.length);
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at] ?? Number.NaN;
      ints[at] = Number.isNaN(value) ? none : Math.round(value * scale);
    }
    return { coding, decimals, bytes: ints } as Packed;
  }
  return { coding: 0, decimals: 0, bytes: values.slice() };
}

/** The largest of the values as whole numbers of this scale; null where one of them would not come back as it was. */
function largestAsInt(values: Float64Array, scale: number): number | null {
  let largest = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const int = Math.round(value * scale);
    // Adding 0 makes of -0 what an int makes of it.
    if (Math.abs(int) > 2_147_483_647 || !Object.is((int + 0) / scale, value)) return null;
    largest = Math.max(largest, Math.abs(int));
  }
  return largest;
}
