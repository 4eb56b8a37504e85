import { DELETE_MUTANTS } from './delete-mutants.ts';
import { ACCESS_MUTANTS } from './access-mutants.ts';
import { DROP_MUTANTS } from './drop-mutants.ts';
import { DRIVE_MUTANTS } from './drive-mutants.ts';
import { EDIT_MUTANTS } from './edit-mutants.ts';
import { COPY_MUTANTS } from './copy-mutants.ts';
import { FOLDER_MUTANTS } from './folder-mutants.ts';
import { FORBIDDEN_MUTANTS } from './forbidden-mutants.ts';
import { WRITE_MUTANTS } from './write-mutants.ts';
import { LEFT_PLACE_MUTANTS } from './left-place-mutants.ts';
import { MOVE_MUTANTS } from './move-mutants.ts';
import { CREATE_MUTANTS } from './create-mutants.ts';
import { WAIT_MUTANTS } from './wait-mutants.ts';
import type { Mutant } from './mutant.ts';
import { OUTSIDE_MUTANTS } from './outside-mutants.ts';
import { LOST_UPDATE_MUTANTS } from './lost-update-mutants.ts';
import { OVERWRITTEN_MUTANTS } from './overwritten-mutants.ts';
import { IGNORE_MUTANTS } from './ignore-mutants.ts';
import { PLACELESS_MUTANTS } from './placeless-mutants.ts';
import { PLACE_MUTANTS } from './place-mutants.ts';
import { TRANSFER_MUTANTS } from './transfer-mutants.ts';
import { IN_FLIGHT_MUTANTS } from './in-flight-mutants.ts';
import { SPELLING_MUTANTS } from './spelling-mutants.ts';

/** Every guard of the design's rules, in their order, after those of its section on the hosts. */
export const MUTANTS: readonly Mutant[] = [
  ...EDIT_MUTANTS,
  ...DELETE_MUTANTS,
  ...FOLDER_MUTANTS,
  ...COPY_MUTANTS,
  ...FORBIDDEN_MUTANTS,
  ...WRITE_MUTANTS,
  ...DRIVE_MUTANTS,
  ...DROP_MUTANTS,
  ...LOST_UPDATE_MUTANTS,
  ...OVERWRITTEN_MUTANTS,
  ...TRANSFER_MUTANTS,
  ...MOVE_MUTANTS,
  ...LEFT_PLACE_MUTANTS,
  ...CREATE_MUTANTS,
  ...PLACELESS_MUTANTS,
  ...WAIT_MUTANTS,
  ...IN_FLIGHT_MUTANTS,
  ...IGNORE_MUTANTS,
  ...PLACE_MUTANTS,
  ...SPELLING_MUTANTS,
  ...OUTSIDE_MUTANTS,
  ...ACCESS_MUTANTS,
].sort((a, b) => a.rule - b.rule);

/** The file with the guard switched off. Throws where the patch does not fit it exactly once. */
export function mutate(mutant: Mutant, source: string): string {
  const patches = [{ from: mutant.from, to: mutant.to }, ...(mutant.also === undefined ? [] : [mutant.also])];
  return patches.reduce((text, { from, to }) => {
    const at = text.indexOf(from);
    if (at < 0 || text.includes(from, at + 1))
      throw new Error(`rule ${mutant.rule}, ${mutant.off}: the patch does not fit ${mutant.file} once`);
    return text.slice(0, at) + to + text.slice(at + from.length);
  }, source);
}
