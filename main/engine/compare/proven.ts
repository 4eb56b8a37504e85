import type { FileId } from '../../../shared/model/ids.ts';
import type { Policy } from '../policy.ts';
import type { BaseFile, LocalFile, Trees } from '../trees.ts';
import { sameFingerprint } from './fingerprint.ts';
import type { Here } from './here.ts';
import { observeLocal } from './local-side.ts';

/** What became of agreements that count no more unless both sides prove them. */
export interface Proof {
  readonly unproven: readonly FileId[];
  /** Files without a hash: once they are read, some of the unproven may be proven after all. */
  readonly unread: readonly LocalFile[];
}

/**
 * An agreement is proven by its record, listed as it was agreed on, and by its file, which is still here: in its place, edited
 * or not, or moved. So no delete can follow from it, on either side. `trees`: after a complete list, and a look at the whole
 * folder. What is settled is proven.
 */
export function proveAgreements(trees: Trees, policy: Policy): Proof {
  const local = observeLocal(trees, policy);
  const agreed = new Set([...trees.base.values()].map(({ ino }) => ino));
  const unproven: FileId[] = [];
  const unread = new Set<LocalFile>();
  for (const base of trees.base.values()) {
    const isListed = trees.remote.get(base.id)?.fingerprint === base.remote;
    const here = local.of(base);
    if (isListed && isHere(base, here, agreed)) continue;
    unproven.push(base.id);
    if (isListed) for (const file of unreadIn(here)) unread.add(file);
  }
  return { unproven, unread: [...unread] };
}

/** For sure: what a later look at the bytes might take for another file is not. `agreed`: inodes of agreed files. */
function isHere(base: BaseFile, here: Here, agreed: ReadonlySet<bigint>): boolean {
  switch (here.kind) {
    case 'same':
    case 'touched':
      return true;
    case 'changed':
      // Else a file that took the place of a deleted one would replace its bytes on the service, and come back beside it.
      return here.local.ino === base.ino || here.local.ino === 0n || !agreed.has(here.local.ino);
    case 'moved':
    case 'moved-changed':
      return here.local.hash !== null || sameFingerprint(here.local, base);
    case 'unhashed':
      // A file that is being written cannot be read; with its inode in its place it can be no other.
      return here.why === 'touched' && base.ino !== 0n && here.local.ino === base.ino;
    default:
      return false;
  }
}

function unreadIn(here: Here): readonly LocalFile[] {
  if (here.kind === 'unread') return here.locals;
  return 'local' in here && here.local.hash === null ? [here.local] : [];
}
