import { fail, type Failure } from '../../../shared/failure.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';

/** The oldest are forgotten first. As many as one drop may have: those before it were reviewed by then. */
const MOST = 200_000;

/**
 * The paths of this computer that a page may name: those that a person dropped or chose in a dialog of the system, and the
 * folders of sites, which the engine told it. A page gone bad could name any other, and have what lies there sent.
 */
export class KnownPaths {
  /** Files and folders that a person handed over, to be sent. */
  readonly #handedOver = new Set<string>();
  /** Folders in which sites are kept, or were kept a moment ago. */
  readonly #ofSites = new Set<string>();

  /** A person dropped or chose this. The page must not be able to call it. */
  handOver(path: string): void {
    remember(this.#handedOver, path);
  }

  /** The handlers of a page: those that take a path take only one that is known. */
  guard(handlers: Handlers): Handlers {
    return {
      ...handlers,
      'drop.review': async (input, signal) =>
        input.paths?.every((path) => this.#handedOver.has(path)) === false
          ? fail(NOT_HANDED_OVER)
          : handlers['drop.review'](input, signal),
      'host.chooseFolder': async (input, signal) => {
        const chosen = await handlers['host.chooseFolder'](input, signal);
        if (chosen.ok && chosen.value !== null) this.handOver(chosen.value);
        return chosen;
      },
      'sites.list': async (input, signal) => {
        const listed = await handlers['sites.list'](input, signal);
        for (const { followed } of listed.ok ? listed.value : [])
          if (followed !== null) remember(this.#ofSites, followed.folder);
        return listed;
      },
      'sites.follow': async (input, signal) =>
        this.#mayBeOfSite(input.folder) ? handlers['sites.follow'](input, signal) : fail(NOT_OF_A_SITE),
    };
  }

  #mayBeOfSite(folder: string | null): boolean {
    return folder === null || this.#ofSites.has(folder) || this.#handedOver.has(folder);
  }
}

function remember(paths: Set<string>, path: string): void {
  paths.delete(path);
  paths.add(path);
  const [oldest] = paths;
  if (paths.size > MOST && oldest !== undefined) paths.delete(oldest);
}

const NOT_HANDED_OVER: Failure = {
  code: 'bad-input',
  message: 'SiteSync adds only files that you dropped or chose in this window.',
  hint: 'Drop the files onto the window again, or choose them there.',
  retry: 'on-change',
};

const NOT_OF_A_SITE: Failure = {
  code: 'bad-input',
  message: 'SiteSync keeps a site only in a folder that you chose for it.',
  hint: 'Keep the site without naming a folder, or name one with sitesync follow SITE --folder DIR.',
  retry: 'on-change',
};
