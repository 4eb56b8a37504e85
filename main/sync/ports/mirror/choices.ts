import type { Category } from '../../../../shared/model/category.ts';
import type { FileId, SiteId } from '../../../../shared/model/ids.ts';
import type { PathKey, RelPath } from '../../../../shared/model/rel-path.ts';

/** What the person chose for single files. */
export interface ChoicesReader {
  /** True is "keep offline", false "online only". */
  pins(site: SiteId): ReadonlyMap<FileId, boolean>;
  /** The choice for one file; null: none was made. */
  pin(site: SiteId, id: FileId): boolean | null;
  chosenCategories(site: SiteId): ReadonlyMap<PathKey, Category>;
  /** The records of deletes that the person said yes to. */
  approvedDeletes(site: SiteId): ReadonlySet<FileId>;
}

export interface MirrorChoices extends ChoicesReader {
  setPin(site: SiteId, id: FileId, keep: boolean | null): void;
  setChosenCategory(site: SiteId, path: RelPath, category: Category | null): void;
  setApprovedDeletes(site: SiteId, ids: readonly FileId[]): void;
}
