import { pathKey, type RelPath } from '../../shared/model/rel-path.ts';
import type { MemoryFile } from '../support/memory/service/service.ts';
import { seenBy } from './laptop-files.ts';
import type { SimLaptop } from './sim-laptop.ts';

/**
 * What files hold whose record was moved meanwhile: without a mirror nobody can tell them from copies that a person made.
 * Where a power cut took some agreements, a file that moved with one of them may be taken for a copy as well.
 */
export function mayBeMadeAgain(laptop: SimLaptop, records: readonly MemoryFile[]): readonly string[] {
  const { mirror, setup } = laptop;
  const agreed = new Set([...mirror.trees(setup.site).base.values()].map(({ path }) => pathKey(path)));
  return [...seenBy(laptop).files].flatMap(([path, bytes]) => {
    const same = records.filter(({ content }) => Buffer.compare(content, bytes) === 0);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const isForgotten =
      agreed.size > 0
        ? !agreed.has(pathKey(path as RelPath))
        : same.length > 0 && same.every((record) => record.name !== name || isNotedElsewhere(record, path));
    return isForgotten ? [new TextDecoder().decode(bytes)] : [];
  });
}

/** Does the record note another place? A folder may have been renamed with it, and its own name is as it was. */
function isNotedElsewhere({ metadata }: MemoryFile, path: string): boolean {
  const noted = (metadata as { readonly sitesync?: { readonly path?: unknown } } | null)?.sitesync?.path;
  return typeof noted === 'string' && pathKey(noted as RelPath) !== pathKey(path as RelPath);
}
