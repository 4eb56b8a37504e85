/** What is written beside a point of a chart; `y` is its middle in CSS pixels. */
interface Written {
  y: number;
}

/** Do this many labels fit below each other? Their middles may lie from `top` to `bottom`. */
export function fitInto(count: number, height: number, top: number, bottom: number): boolean {
  return (count - 1) * height <= bottom - top;
}

/** Sorts them from top to bottom, pushes them down if they overlap, and back up if they leave the bottom. */
export function moveApart(written: Written[], height: number, top: number, bottom: number): void {
  written.sort((a, b) => a.y - b.y);
  let free = top;
  for (const each of written) {
    each.y = Math.max(each.y, free);
    free = each.y + height;
  }
  let limit = bottom;
  for (const each of written.toReversed()) {
    each.y = Math.min(each.y, limit);
    limit = each.y - height;
  }
}
