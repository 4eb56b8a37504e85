import type { VersionMark } from '../../../shared/model/ids.ts';
import { LONGEST_LINE, type SyncFacts } from '../../../shared/model/site-file.ts';
import type { Policy } from '../policy.ts';
import type { BaseFile, RemoteFile, SentBytes } from '../trees.ts';

/** What a version of a record is called where another says that it is based on it. Others write no mark of their own. */
function markOf({ facts, fingerprint }: VersionSeen): VersionMark {
  return (facts.opId ?? fingerprint) as string as VersionMark;
}

interface VersionSeen {
  readonly facts: SyncFacts;
  readonly fingerprint: RemoteFile['fingerprint'];
}

/** What to state of a version that replaces this one: it, and what that was based on. */
export function lineAfter(seen: VersionSeen): readonly VersionMark[] {
  return [markOf(seen), ...seen.facts.basedOn].slice(0, LONGEST_LINE);
}

/**
 * What this computer sent, where it was overwritten by a version whose writer had not seen it. No service offers a
 * condition on a write, so two that looked at the same version can each write over it, and the later one stays.
 *
 * A line names versions without a gap. So if both lines name the same older version, and theirs leads to it without naming
 * ours, their writer had not seen ours. If they share none (a writer who states no line, more versions than a line holds, a
 * service that drops metadata) nothing is known, and theirs is a newer version as any other.
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
