import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { Rig } from '../rig/rig.ts';

export const SITE = 'harbour';

/** The files of a site that is kept here and holds `known.pdf`, and a folder outside of it to drop files from. */
export class DropPage {
  readonly rig: Rig;
  /** The site's folder, absolute. */
  readonly folder: string;
  #outside = '';

  private constructor(rig: Rig, folder: string) {
    this.rig = rig;
    this.folder = folder;
  }

  static async open(): Promise<DropPage> {
    const rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        store.addFile(SITE, { name: 'known.pdf', category: 'spec-sheet', content: 'the very same bytes' });
      },
    });
    const drop = new DropPage(rig, await rig.follow(SITE));
    await rig.goTo(`site/${SITE}/files`);
    await rig.page.getByRole('row', { name: /known\.pdf/ }).waitFor();
    return drop;
  }

  /** Empty again for each test, absolute. */
  get outside(): string {
    return this.#outside;
  }

  async begin(): Promise<void> {
    this.#outside = await mkdtemp(join(tmpdir(), 'sitesync-outside-'));
  }

  async end(): Promise<void> {
    await rm(this.#outside, { recursive: true, force: true });
    await this.closeToasts();
  }

  /** Writes a file outside; returns where it lies. */
  async put(path: string, content: string): Promise<string> {
    const file = join(this.#outside, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    return file;
  }

  /** A row of the review. */
  rowOf(name: string): Locator {
    return this.rig.page.getByRole('dialog').getByRole('row', { name: new RegExp(name) });
  }

  /** What a toast covers cannot be pressed. */
  async closeToasts(): Promise<void> {
    const { page } = this.rig;
    await page.evaluate(() => {
      for (const cross of document.querySelectorAll<HTMLElement>('.toast-close')) cross.click();
    });
    await expect.poll(() => page.locator('.toast').count()).toBe(0);
  }
}

/** Opens the page before the tests of a describe, begins anew for each, and closes it after them. */
export function openDropPage(opened: (drop: DropPage) => void): void {
  let drop: DropPage | null = null;
  beforeAll(async () => {
    drop = await DropPage.open();
    opened(drop);
  }, 120_000);
  beforeEach(() => drop?.begin());
  afterEach(() => drop?.end());
  afterAll(() => drop?.rig.close());
}
