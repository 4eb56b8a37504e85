import type { Site } from '../../../shared/model/site.ts';
import type { Output } from './output.ts';

/** Another folder than before: whoever goes on writing to that one must know. */
export function tellOfMove(out: Output, site: Site, before: string | undefined, folder: string): void {
  if (before === undefined || before === folder) return;
  out.log(
    `${site.name} was kept in ${before} until now: what you change there is no longer sent. Copy what is missing from there to ${folder}.`,
  );
}
