/** The size of a picture in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A drawing that names no size of its own; `ratio`: width by height, as far as it names that. */
export interface Unsized {
  readonly ratio: number | null;
}

/** Null if it names its size. A share of what is around it is none. */
export function unsizedOf(drawing: Document): Unsized | null {
  const root = drawing.documentElement;
  const isNamed = (side: string): boolean => /^\s*\+?[\d.]+(?!.*%)/.test(root.getAttribute(side) ?? '');
  if (isNamed('width') || isNamed('height')) return null;
  const [, , width = 0, height = 0] = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return { ratio: width > 0 && height > 0 ? width / height : null };
}

/**
 * How large a picture is at 100 %: one without a size fills its room. Browsers would give it 300 × 150, however large the
 * plan in it is.
 */
export function sizeOf(natural: Size, unsized: Unsized | null, room: Size): Size {
  if (unsized === null) return { width: natural.width || room.width, height: natural.height || room.height };
  const { ratio } = unsized;
  if (ratio === null) return room;
  const width = Math.min(room.width, room.height * ratio);
  return { width, height: width / ratio };
}
