import type { ReactNode } from 'react';

/** A stack of slabs on the ground: where it stands, how wide it is, and which slab is the one that comes along. */
interface Stack {
  readonly x: number;
  readonly y: number;
  /** Half of its width, and how far it goes back, in the picture's units. */
  readonly wide: number;
  readonly deep: number;
  readonly slabs: number;
  readonly marked?: number;
}

const STACKS: readonly Stack[] = [
  { x: 212, y: 304, wide: 60.6, deep: 60.6, slabs: 14 },
  { x: 318, y: 355, wide: 79.7, deep: 51.9, slabs: 3 },
  { x: 139, y: 358, wide: 65.9, deep: 65.9, slabs: 9, marked: 6 },
  { x: 226, y: 402, wide: 60.6, deep: 57, slabs: 5, marked: 4 },
];
const RISE = 15;
const THICK = 11.5;
/** A line that goes back on the ground rises by this much a unit: tan 30°. */
const SLOPE = Math.tan(Math.PI / 6);

/** Buildings as stacks of floors, one of them ours: a picture for a quiet moment, not a fact. */
export function Stacks(): ReactNode {
  return (
    <svg className="stacks" viewBox="24 20 376 456" aria-hidden="true">
      <path className="stacks-ground" d={ground()} />
      {STACKS.flatMap((stack) =>
        Array.from({ length: stack.slabs }, (_, floor) => (
          <Slab key={`${stack.x} ${floor}`} stack={stack} floor={floor} />
        )),
      )}
    </svg>
  );
}

function Slab({ stack, floor }: { readonly stack: Stack; readonly floor: number }): ReactNode {
  const { x, wide, deep, marked } = stack;
  const low = stack.y - floor * RISE;
  const top = low - THICK;
  const left = { x: x - wide, rise: wide * SLOPE };
  const right = { x: x + deep, rise: deep * SLOPE };
  const back = { x: x - wide + deep, rise: left.rise + right.rise };
  return (
    <g className={floor === marked ? 'stacks-slab stacks-ours' : 'stacks-slab'}>
      <path
        className="stacks-left"
        d={`M${left.x} ${low - left.rise}L${x} ${low}L${x} ${top}L${left.x} ${top - left.rise}z`}
      />
      <path
        className="stacks-right"
        d={`M${right.x} ${low - right.rise}L${x} ${low}L${x} ${top}L${right.x} ${top - right.rise}z`}
      />
      <path
        className="stacks-top"
        d={`M${x} ${top}L${left.x} ${top - left.rise}L${back.x} ${top - back.rise}L${right.x} ${top - right.rise}z`}
      />
    </g>
  );
}

/** A grid on the ground, wider than the picture. */
function ground(): string {
  const reach = 436;
  const lines = Array.from({ length: 19 }, (_, at) => {
    const shift = at * 24.25;
    const y = 66 + at * 14;
    const fall = reach * SLOPE;
    return `M${212 + shift} ${y}l${-reach} ${fall}M${212 - shift} ${y}l${reach} ${fall}`;
  });
  return lines.join('');
}
