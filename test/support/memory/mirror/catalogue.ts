import type { SiteId } from '../../../../shared/model/ids.ts';
import type { Site } from '../../../../shared/model/site.ts';
import { MemoryActivity } from './activity.ts';
import { byName } from './site.ts';

/** The settings and the list of sites of the mirror in memory. */
export class MemoryCatalogue extends MemoryActivity {
  protected readonly settings = new Map<string, string>();
  protected readonly catalogue = new Map<SiteId, Site>();

  setting(key: string): string | null {
    return this.settings.get(key) ?? null;
  }

  setSetting(key: string, value: string | null): void {
    if (value === null) this.settings.delete(key);
    else this.settings.set(key, value);
  }

  saveSites(sites: readonly Site[], complete: boolean): void {
    if (complete) this.catalogue.clear();
    for (const site of sites) this.catalogue.set(site.id, site);
  }

  sites(): readonly Site[] {
    return [...this.catalogue.values()].sort(byName);
  }

  site(id: SiteId): Site | null {
    return this.catalogue.get(id) ?? null;
  }
}
