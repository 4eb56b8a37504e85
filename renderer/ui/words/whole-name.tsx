import type { ReactNode } from 'react';

/** The ending of a file with the last letters before it, which tell files apart. */
const ENDING = /[^\s_-]{0,4}\.[^\s.]{1,10}$/u;

/** A file's name over as many lines as it needs; no line ends within its extension. */
export function WholeName({ name }: { readonly name: string }): ReactNode {
  const at = ENDING.exec(name)?.index ?? name.length;
  return (
    <>
      {name.slice(0, at)}
      <span className="nowrap">{name.slice(at)}</span>
    </>
  );
}
