import { counted } from '../../../shared/counted.ts';
import { failureText, type Failure } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { AppContext } from '../context.ts';
import type { DropAbout } from '../ports.ts';
import { nameOf } from '../../sync/following/site-name.ts';

/**
 * Notes of drops that came to nothing, or not to what was asked for, while no page was there to be told. They are
 * shown until something else is added to the site: by then somebody has seen them.
 */
export class LostDrops {
  readonly #app: Pick<AppContext, 'mirror' | 'notices'>;
  readonly #said = new Map<SiteId, string[]>();

  constructor(app: Pick<AppContext, 'mirror' | 'notices'>) {
    this.#app = app;
  }

  say(site: SiteId, about: DropAbout, why: Failure): void {
    const name = nameOf(this.#app, { id: site });
    this.#sayLine(site, `${dropName(about)} not added to ${name}. ${failureText(why)}`);
  }

  /** The files came, but what they were to replace was no longer what the person was shown. */
  sayKept(site: SiteId, beside: readonly { readonly path: string; readonly over: string }[]): void {
    const [first, ...others] = beside;
    if (first === undefined) return;
    const name = nameOf(this.#app, { id: site });
    const more =
      others.length === 0 ? '' : ` So were ${counted(others.length, 'other file', 'other files')}.`;
    this.#sayLine(
      site,
      `${first.over} of ${name} was changed or moved meanwhile and not replaced: yours is ${first.path}.${more}`,
    );
  }

  #sayLine(site: SiteId, line: string): void {
    this.#said.set(site, [...(this.#said.get(site) ?? []), line]);
    this.#app.notices.onNotice(line);
  }

  over(site: SiteId): void {
    for (const line of this.#said.get(site) ?? []) this.#app.notices.onOver(line);
    this.#said.delete(site);
  }
}

function dropName({ first, folder, files }: DropAbout): string {
  if (folder !== null) return `The folder ${folder} was`;
  if (files === 1) return `${first} was`;
  return `${first} and ${counted(files - 1, 'other file', 'other files')} were`;
}
