import type { FileId } from '../../../shared/model/ids.ts';
import { pathKey, type PathKey } from '../../../shared/model/rel-path.ts';
import type { BaseFile, LocalFile } from '../trees.ts';
import type { Here } from './here.ts';

/** What was matched so far. */
export class Matches {
  /** What became of the file of each agreement that was decided about. */
  readonly here = new Map<FileId, Here>();
  /** Files that belong to no agreement yet, in the order of their paths. */
  readonly unclaimed = new Map<PathKey, LocalFile>();

  /** The file is the one of this agreement, or may be it once it was read; it counts as no new one any more. */
  claim(base: BaseFile, local: LocalFile, kind: 'moved' | 'moved-changed' | 'replaced'): void {
    this.unclaimed.delete(pathKey(local.path));
    const why = kind === 'replaced' ? 'touched' : 'maybe-moved';
    this.here.set(base.id, local.hash === null ? { kind: 'unhashed', local, why } : { kind, local });
  }

  /** Any of the files may be that of this agreement: they are read first, and none counts as new before. */
  ask(base: BaseFile, locals: readonly LocalFile[]): void {
    for (const { path } of locals) this.unclaimed.delete(pathKey(path));
    this.here.set(base.id, { kind: 'unread', locals });
  }

  /** The agreements about which nothing was decided yet. */
  undecided(of: readonly BaseFile[]): readonly BaseFile[] {
    return of.filter(({ id }) => !this.here.has(id));
  }
}
