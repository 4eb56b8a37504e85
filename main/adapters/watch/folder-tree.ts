/** What is known of folders, by their path relative to a site's folder (`''` for itself). */
export class FolderTree<T> {
  readonly #known = new Map<string, T>();
  /** The known folders in each of these. */
  readonly #inner = new Map<string, Set<string>>();

  has(folder: string): boolean {
    return this.#known.has(folder);
  }

  set(folder: string, value: T): void {
    this.#known.set(folder, value);
    if (folder === '') return;
    const above = folderAbove(folder);
    const beside = this.#inner.get(above);
    if (beside === undefined) this.#inner.set(above, new Set([folder]));
    else beside.add(folder);
  }

  /** Drops a folder with all below it. Asked for each folder of a tree that goes, so it looks at no other. */
  *take(folder: string): Iterable<T> {
    this.#inner.get(folderAbove(folder))?.delete(folder);
    const pending = [folder];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const value = this.#known.get(next);
      this.#known.delete(next);
      for (const inner of this.#inner.get(next) ?? []) pending.push(inner);
      this.#inner.delete(next);
      if (value !== undefined) yield value;
    }
  }
}

function folderAbove(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
}
