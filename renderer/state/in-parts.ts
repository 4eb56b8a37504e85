import { useCallback, useLayoutEffect, useRef } from 'react';
import type { CommandName, Input, Output } from '../../shared/ipc/contract.ts';
import type { bulk, CategoriesBefore } from '../../shared/ipc/files.ts';
import type { z } from 'zod';
import { useDo } from './engine.tsx';

type Bulk = z.infer<typeof bulk>;
type BulkName = { [N in CommandName]: Output<N> extends Bulk ? N : never }[CommandName];

/** Of one message: the engine takes 200,000 things and 32 MiB at most, and most letters are one byte. */
const MOST = 100_000;
const LETTERS = 8_000_000;

/** Things in their order, in parts of which each fits into one message. */
export function partsOf<T>(things: readonly T[]): readonly T[][] {
  const parts: T[][] = [];
  let letters = Infinity;
  for (const thing of things) {
    const own = JSON.stringify(thing).length + 1;
    const last = parts.at(-1);
    if (last === undefined || last.length >= MOST || letters + own > LETTERS) {
      parts.push([thing]);
      letters = own;
    } else {
      last.push(thing);
      letters += own;
    }
  }
  return parts;
}

/** The same of files by the categories that they had. */
export function categoriesInParts(before: CategoriesBefore): readonly CategoriesBefore[] {
  const files = before.flatMap(({ category, keys }) => keys.map((key) => ({ category, key })));
  return partsOf(files).map((part) =>
    [...Map.groupBy(part, ({ category }) => category)].map(([category, of]) => ({
      category,
      keys: of.map(({ key }) => key),
    })),
  );
}

/**
 * Runs a command for one part after the other, since all in one message may be too much, and tells of them together. After
 * one that fails, of which the person is told, no other follows. `onDone`: with the inputs that were carried out.
 */
export function useDoInParts<N extends BulkName>(
  command: N,
  onDone: (done: Bulk, inputs: readonly Input<N>[]) => void,
): (inputs: readonly Input<N>[]) => void {
  const answers = useRef(new Map<Input<N>, Bulk>());
  const { attempt } = useDo(command, (done, input) => void answers.current.set(input, done));
  const latest = useRef(onDone);
  useLayoutEffect(() => {
    latest.current = onDone;
  });
  return useCallback(
    (inputs) => {
      const runAll = async (): Promise<void> => {
        for (const input of inputs) if (!(await attempt(input))) break;
        const done = inputs.filter((input) => answers.current.has(input));
        const told = done.flatMap((input) => answers.current.get(input) ?? []);
        for (const input of done) answers.current.delete(input);
        if (told.length > 0) latest.current(together(told), done);
      };
      void runAll();
    },
    [attempt],
  );
}

function together(all: readonly Bulk[]): Bulk {
  return {
    changed: all.reduce((sum, { changed }) => sum + changed, 0),
    named: all.flatMap(({ named }) => named),
    problems: all.flatMap(({ problems }) => problems),
  };
}
