import { textScale } from '../../../ui/look/text-size.ts';
import { hueOf } from './line.ts';

/** The tokens that a canvas draws with. */
const NAMES = [
  '--ink',
  '--ink-2',
  '--ink-3',
  '--line',
  '--line-soft',
  '--line-strong',
  '--surface',
  '--raised',
  '--hover',
  '--accent',
  '--accent-tint',
  '--s1',
  '--s2',
  '--s3',
  '--s4',
  '--s5',
] as const;
type InkName = (typeof NAMES)[number];

export interface Inks {
  readonly of: (name: InkName) => string;
  readonly line: (colour: number) => string;
  /** Font of axes and labels. */
  readonly font: string;
  /** Its size in CSS pixels. */
  readonly size: number;
  readonly weight: string;
  /** How many times as large as drawn all is that lies around words. */
  readonly scale: number;
}

/** Tokens as the theme has them now: a canvas cannot read them, and what they say depends on the colour scheme. */
export function readInks(host: HTMLElement): Inks {
  const probe = document.createElement('span');
  // Else a person's own colours would make all of them the one of text, weekends and lines alike.
  probe.style.setProperty('forced-color-adjust', 'none');
  host.append(probe);
  const colours = new Map<InkName, string>();
  for (const name of NAMES) {
    probe.style.color = `var(${name})`;
    colours.set(name, getComputedStyle(probe).color);
  }
  probe.style.fontSize = 'var(--t-caption)';
  probe.style.fontFamily = 'var(--font)';
  probe.style.fontWeight = 'var(--w-medium)';
  const style = getComputedStyle(probe);
  const size = Number.parseFloat(style.fontSize);
  const font = `${size}px ${style.fontFamily}`;
  const weight = style.fontWeight;
  probe.remove();
  const of = (name: InkName): string => colours.get(name) ?? 'gray';
  return { of, line: (colour) => of(hueOf(colour)), font, size, weight, scale: textScale() };
}
