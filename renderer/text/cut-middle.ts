/**
 * As much of the start as there is room for, a mark, and the end as it is. `fits` says whether a text has room; it is
 * asked some ten times. Where even the end has none, the mark and the end are returned all the same.
 */
export function cutMiddle(start: string, end: string, fits: (text: string) => boolean): string {
  const letters = Array.from(start);
  const tail = `…${end.trimStart()}`;
  const cutAt = (count: number): string => letters.slice(0, count).join('').trimEnd() + tail;
  let most = 0;
  let over = letters.length;
  while (over - most > 1) {
    const middle = Math.floor((most + over) / 2);
    if (fits(cutAt(middle))) most = middle;
    else over = middle;
  }
  return cutAt(most);
}
