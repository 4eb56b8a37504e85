import type { SiteId } from '../../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { sameFingerprint } from '../../engine/compare/fingerprint.ts';
import { ignoreRules } from '../../engine/ignore/ignore-rules.ts';
import type { BaseFile } from '../../engine/trees.ts';
import type { Mirror, MirrorReader } from '../ports/mirror.ts';

/*
 * Ignored files are not looked at. So once a file is no longer ignored and missing, it may have gone at any time: a person who
 * leaves files out, and then removes them here, means to delete them nowhere else. Therefore the mirror keeps earlier ignore
 * rules until a scan of the whole folder under other rules has found each agreed file that they left out just as it was
 * agreed on.
 *
 * A file that is there but changed may be another one, put in the place of the one that was removed: it counts as new, and
 * both are kept.
 */

/** The lines of the settings and those of the site's `.siteignore`, as one text. */
export function rulesText(lines: readonly string[], ignoreText: string): string {
  return [...lines, ignoreText].join('\n');
}

/** To be awaited before any file counts as missing under these rules: a power cut must not lose them. */
export async function noteRules(mirror: Mirror, site: SiteId, rules: string): Promise<void> {
  const known = mirror.ignoredBy(site);
  if (known.includes(rules)) return;
  mirror.setIgnoredBy(site, [...known, rules]);
  await mirror.flushed();
}

/** After a scan of the whole folder by these rules: forgets all others that no longer matter. */
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

/** Tells whether a path was left out by other rules than these. */
export function ignoredBefore(
  mirror: Pick<MirrorReader, 'ignoredBy'>,
  site: SiteId,
  rules: string,
): (path: RelPath) => boolean {
  const others = mirror.ignoredBy(site).filter((each) => each !== rules);
  const read = others.map((each) => ignoreRules([], each));
  return (path) => read.some((each) => each.ignoresAnywhere(path));
}
