import type { VersionMark } from '../../../shared/model/ids.ts';
import { LONGEST_LINE, type SyncFacts } from '../../../shared/model/site-file.ts';
import type { Policy } from '../policy.ts';
import type { BaseFile, RemoteFile, SentBytes } from '../trees.ts';

/**
 * The name of a version, by which later versions say what they are based on. Clients of other makers write no mark of
 * their own: then it is the fingerprint.
 */
function markOf({ facts, fingerprint }: VersionSeen): VersionMark {
  return (facts.opId ?? fingerprint) as string as VersionMark;
}

interface VersionSeen {
  readonly facts: SyncFacts;
  readonly fingerprint: RemoteFile['fingerprint'];
}

/** What the next version says it is based on: this version, and what that one was based on. */
export function lineAfter(seen: VersionSeen): readonly VersionMark[] {
  return [markOf(seen), ...seen.facts.basedOn].slice(0, LONGEST_LINE);
}

/**
 * What this computer sent, if it was overwritten by somebody who had not seen it; null otherwise. The service has no
 * way to say "only if it is still this version", so of two computers that write over the same version the later one
 * wins.
 *
 * A line names the versions before it without a gap. So if both lines contain the same older version, and theirs leads
 * to it without naming ours, they had not seen ours. If the lines share no version, nothing is known, and theirs counts
 * as a newer version like any other. That is so where the writer states no line, where more versions lie between than a
 * line holds, and where the service drops metadata.
 */
export function overwritten(
  base: BaseFile,
  remote: RemoteFile,
  policy: Pick<Policy, 'sentBytes'>,
): SentBytes | null {
  const { opId, basedOn } = remote.facts;
  if (opId === null || opId === base.opId || basedOn.length === 0) return null;
  const sent = policy.sentBytes(base.id);
  if (sent === null || sent.opId !== base.opId || sent.hash !== base.hash) return null;
  const [ours, ...before] = sent.line;
  if (ours === undefined || ours === markOf(remote) || basedOn.includes(ours)) return null;
  return basedOn.some((mark) => before.includes(mark)) ? sent : null;
}
