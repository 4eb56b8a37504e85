import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { imageFacts } from '../../../shared/image-facts.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Site } from '../../../shared/model/site.ts';
import { hasCome } from '../../engine/times/due.ts';
import { pictureType } from './content-types.ts';
import type { AppContext } from '../context.ts';
import type { CachedPhoto, PhotoCache } from '../ports.ts';

/** After a picture could not be had it is not asked for again for so long, ms: screens ask at every drawing. */
const PATIENCE = 60_000;
/**
 * A browser takes four bytes for each, however few the file has, and the first screen shows the photos of all sites. Phones
 * take pictures of 108 million.
 */
const MOST_PIXELS = 120_000_000;

/**
 * Pictures of sites: fetched once, kept for times without a network, and fetched again when the site names another one.
 */
export class Photos {
  readonly #app: AppContext;
  readonly #cache: PhotoCache;
  readonly #fetching = new Map<SiteId, Promise<Result<CachedPhoto>>>();
  readonly #failed = new Map<
    SiteId,
    { readonly url: string; readonly until: number; readonly failure: Failure }
  >();

  #isTidy = false;

  constructor(app: AppContext, cache: PhotoCache) {
    this.#app = app;
    this.#cache = cache;
  }

  /** If the current one cannot be fetched, the last one. */
  async of(id: SiteId): Promise<Result<CachedPhoto>> {
    const site = this.#app.mirror.site(id);
    if (site === null || site.photoUrl === null) return fail(noPhoto(site));
    const cached = await this.#cache.get(id);
    if (cached?.url === site.photoUrl) return ok(cached);
    const fetched = await this.#fetchOnce(site, site.photoUrl);
    return fetched.ok || cached === null ? fetched : ok(cached);
  }

  #fetchOnce(site: Site, url: string): Promise<Result<CachedPhoto>> {
    this.#forgetUnreached();
    const failed = this.#failed.get(site.id);
    if (failed?.url === url && !hasCome(failed.until, this.#app.env.now(), PATIENCE))
      return Promise.resolve(fail(failed.failure));
    const running = this.#fetching.get(site.id);
    if (running !== undefined) return running;
    const fetching = this.#fetch(site, url).finally(() => this.#fetching.delete(site.id));
    this.#fetching.set(site.id, fetching);
    return fetching;
  }

  /** Once nobody can be asked, that tells when to ask again: as soon as somebody can be, without patience. */
  #forgetUnreached(): void {
    const gate = this.#app.session()?.gate;
    if (gate !== undefined && gate.stop === null) return;
    for (const [site, { failure }] of this.#failed)
      if (failure.retry === 'on-connect' || failure.retry === 'on-sign-in') this.#failed.delete(site);
  }

  /** Before the first that is added: those of sites that the service no longer lists are never looked at again. */
  async #tidy(): Promise<void> {
    if (this.#isTidy) return;
    this.#isTidy = true;
    await this.#cache.keepOnly(this.#app.mirror.sites().map((site) => site.id));
  }

  async #fetch(site: Site, url: string): Promise<Result<CachedPhoto>> {
    const session = this.#app.session();
    if (session === null || session.gate.stop?.kind === 'sign-in') return fail(notNow(site, 'on-sign-in'));
    if (session.gate.stop !== null) return fail(notNow(site, 'on-connect'));
    const photo = await session.service.fetchPhoto(url, { signal: session.signal });
    if (!photo.ok) this.#app.requestFailed(photo.failure);
    const kept = photo.ok ? await this.#keep(site, url, photo.value.bytes) : photo;
    if (!kept.ok)
      this.#failed.set(site.id, { url, until: this.#app.env.now() + PATIENCE, failure: kept.failure });
    return kept;
  }

  async #keep(site: Site, url: string, bytes: Uint8Array): Promise<Result<CachedPhoto>> {
    // What the service calls it counts for nothing: only what its bytes are is shown.
    const type = pictureType(bytes);
    if (type === null) return fail(noPicture(site));
    const size = imageFacts(bytes)?.size ?? null;
    if (size !== null && size.width * size.height > MOST_PIXELS) return fail(tooManyPixels(site));
    await this.#tidy();
    return this.#cache.put(site.id, url, bytes, type);
  }
}

function noPhoto(site: Site | null): Failure {
  return {
    code: 'not-found',
    message: site === null ? 'There is no such site.' : `${site.name} has no photo.`,
    hint: 'A photo can be set for the site on the service.',
    retry: 'on-change',
  };
}

/** Nobody can be asked for it now; `retry`: what lets it be asked for. */
function notNow(site: Site, retry: 'on-connect' | 'on-sign-in'): Failure {
  const [code, when] =
    retry === 'on-connect'
      ? (['offline', 'the service is reached'] as const)
      : (['sign-in', 'you have signed in'] as const);
  return {
    code,
    message: `The photo of ${site.name} is not on this computer yet.`,
    hint: `It is fetched when ${when}.`,
    retry,
  };
}

function noPicture(site: Site): Failure {
  return {
    code: 'not-understood',
    message: `The photo of ${site.name} is not a PNG, JPEG, WebP or GIF picture.`,
    hint: 'Set another photo for the site on the service.',
    retry: 'on-change',
  };
}

function tooManyPixels(site: Site): Failure {
  return {
    code: 'too-large',
    message: `The photo of ${site.name} has more than ${MOST_PIXELS / 1e6} million pixels.`,
    hint: 'Set a smaller photo for the site on the service.',
    retry: 'on-change',
  };
}
