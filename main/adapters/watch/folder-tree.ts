/** Values for folders, by their path relative to the site's folder (`''` for that itself). */
export class FolderTree<T> {
  readonly #known = new Map<string, T>();
  /** The known subfolders of each folder. */
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

  /**
   * Removes a folder with all below it. It is called for each folder of a vanishing tree, so it looks at no other
   * folders.
   */
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
