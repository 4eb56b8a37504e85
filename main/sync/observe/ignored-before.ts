import type { SiteId } from '../../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { sameFingerprint } from '../../engine/compare/fingerprint.ts';
import { ignoreRules } from '../../engine/ignore/ignore-rules.ts';
import type { BaseFile } from '../../engine/trees.ts';
import type { Mirror, MirrorReader } from '../ports/mirror.ts';

/*
 * What is ignored is not looked at. Once it is not ignored any more, a file that is missing may have gone at any time
 * since it was: a person who leaves files out, and then removes them here, deletes them nowhere else. So the mirror keeps
 * the rules by which files were left out until a look at all of the folder, made by other rules, has found that each of
 * these files that is agreed on lies there as it was agreed on.
 *
 * One that lies there otherwise may be another one, put in the place of what was removed: it meets the record as a new file
 * does, and both are kept.
 */

/** The lines of the settings and those of the site's `.siteignore`, as one text. */
export function rulesText(lines: readonly string[], ignoreText: string): string {
  return [...lines, ignoreText].join('\n');
}

/** To be awaited before anything is taken as missing by these rules: a power cut must not take them back. */
export async function noteRules(mirror: Mirror, site: SiteId, rules: string): Promise<void> {
  const known = mirror.ignoredBy(site);
  if (known.includes(rules)) return;
  mirror.setIgnoredBy(site, [...known, rules]);
  await mirror.flushed();
}

/** Forgets all other rules where they matter no more. All of the folder was looked at by these. */
export function forgetOtherRules(mirror: Mirror, site: SiteId, rules: string): void {
  if (mirror.ignoredBy(site).every((each) => each === rules)) return;
  const wasIgnored = ignoredBefore(mirror, site, rules);
  const { base, local } = mirror.trees(site);
  const isAsAgreed = (agreed: BaseFile): boolean => {
    const file = local.get(pathKey(agreed.path));
    return file !== undefined && sameFingerprint(agreed, file);
  };
  const waits = [...base.values()].some((agreed) => !isAsAgreed(agreed) && wasIgnored(agreed.path));
  if (!waits) mirror.setIgnoredBy(site, [rules]);
}

/** Was a path left out by other rules than these? */
export function ignoredBefore(
  mirror: Pick<MirrorReader, 'ignoredBy'>,
  site: SiteId,
  rules: string,
): (path: RelPath) => boolean {
  const others = mirror.ignoredBy(site).filter((each) => each !== rules);
  const read = others.map((each) => ignoreRules([], each));
  return (path) => read.some((each) => each.ignoresAnywhere(path));
}
