import { Fragment, jsx as element, jsxs as elements } from 'react/jsx-runtime';
import { unturned } from '../../shared/unturned.ts';

/*
 * What the compiler makes of `<b>{name}</b>` calls these instead of React's own (`jsxImportSource`): the one place where
 * names and paths become text, and none of the many that show one can forget it. Only what is shown is changed: a path
 * to act on, and the value of a field, are what they were.
 */

export { Fragment };
export type { JSX } from 'react';

export const jsx: typeof element = (type, props, key) => element(type, shown(props as Props), key);
export const jsxs: typeof elements = (type, props, key) => elements(type, shown(props as Props), key);
/** What Vite's own server asks for. */
export { jsxs as jsxDEV };

type Props = Readonly<Record<string, unknown>>;

const SHOWN = ['children', 'title', 'aria-label', 'alt'] as const;

function shown(props: Props): Props {
  const turned = SHOWN.filter((name) => unturnedIn(props[name]) !== props[name]);
  if (turned.length === 0) return props;
  return { ...props, ...Object.fromEntries(turned.map((name) => [name, unturnedIn(props[name])])) };
}

/** The very same where nothing is to be changed. */
function unturnedIn(value: unknown): unknown {
  if (typeof value === 'string') return unturned(value);
  if (!Array.isArray(value)) return value;
  const parts = value.map(unturnedIn);
  return parts.some((part, index) => part !== value[index]) ? parts : value;
}
