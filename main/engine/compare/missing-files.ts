import { isBelow, pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Policy } from '../policy.ts';
import type { Trees } from '../trees.ts';

/**
 * The places of agreed files, of those whose create has no answer yet, and those that an update without an answer, or one
 * under way, gave to agreed files, where this look found no file: none is known there, or it lies below a folder that could
 * not be read, and may have left that before.
 */
export function missingFiles(
  { base, local }: Trees,
  { intents, openUpdates, ignored, unreadable }: Policy,
  underWay: readonly RelPath[],
): readonly RelPath[] {
  const agreed = [...base.values(), ...intents, ...openUpdates].flatMap(({ path }) => path ?? []);
  const places = new Set([...agreed, ...underWay]);
  const isFound = (path: RelPath): boolean => local.has(pathKey(path)) && !isBelow(path, unreadable);
  return [...places].filter((path) => !isFound(path) && !ignored(path));
}
