import type { ModelId, SiteId } from '../../../shared/model/ids.ts';
import { flag, json, number, text } from './setting.ts';

/*
 * All settings of the mirror, by how long they last. The database keeps one more by itself, `checked-at`: see
 * `adapters/sqlite/damage.ts`.
 */

/** What a person chose for this computer, each with what is shipped. It lasts until they choose something else. */
const CHOICES = {
  theme: text('theme', 'system'),
  density: text('density', 'regular'),
  zone: text('zone', 'site'),
  language: text('language'),
  /** Bytes per second; null: no limit. */
  bytesUp: number('bandwidth-up'),
  bytesDown: number('bandwidth-down'),
  /** Gitignore lines, which hold for every site. */
  ignore: text('ignore', ''),
  notifications: flag('notifications', true),
  startAtLogin: flag('start-at-login', false),
  keepAwake: flag('keep-awake', true),
  /** An address, without its password; null: the one of the environment. */
  proxy: text('proxy'),
  allowInsecure: flag('allow-insecure', false),
  /** Where the folders of sites are made; null: where it is usual. */
  root: text('root'),
  /** Most bytes of samples that are kept; null: `DEFAULT_LIMIT_BYTES`. */
  seriesLimit: number('series-cache-bytes'),
  /** A pause of everything: `true`, or when it ends by itself, epoch ms. */
  paused: text('paused'),
} as const;

/** Of the service and the account that all is agreed on with. The next sign-in, or list, writes each anew. */
const ACCOUNT = {
  /** The address of the service. */
  baseUrl: text('base-url'),
  /** The address and the subject of the token, or a hash of it: see `compose/account.ts`. */
  account: text('account'),
  /** Salt of that hash; never dropped. */
  accountSalt: text('account-salt'),
  /** The service's name for the person. A sign-in with another account drops it. */
  person: text('account-person'),
  /** How the token calls the person. */
  tokenName: text('account-token-name'),
  /** When the last token was kept, and at which service: `<epoch ms> <address>`. */
  tokenKeptSince: text('token-kept-since'),
  /** When the list of sites came last, epoch ms. */
  sitesListedAt: number('sites-listed-at'),
  /** What kept the last sync from the service, a `LastStop`. A sync that reached it drops it. */
  lastStop: json('last-stop'),
} as const;

/** Of services, by their addresses: what is noted of one says nothing of another. */
const SERVICES = {
  /** The addresses for which a token may be kept. One is dropped with its token. */
  tokensKeptAt: json('tokens-kept-at'),
  /** The address of a service that needs the bytes with each update; never dropped. */
  updatesNeedBytes: text('updates-need-bytes'),
  /** `{ baseUrl, waits: AskedWait[] }`, until they are over, or a person wants it tried. */
  askedWaits: json('asked-waits'),
} as const;

/** Of several sites in one. */
const NOTES = {
  /** `GivenUp[]`: for an hour, and until the site is given up. */
  givenUpCreates: json('given-up-creates'),
  /** Datamodels that a person wants sent as they are, a line each: `<hash> <site>`. The newest hundred are kept. */
  datamodelsSeen: text('datamodels-seen', ''),
} as const;

/** Settings that belong to no single site: none of them is dropped when one is given up. */
export const SETTINGS = { ...CHOICES, ...ACCOUNT, ...SERVICES, ...NOTES } as const;

/**
 * The key of a site's setting. `name` ends as it always did, with a colon or a space, since older databases are still read.
 * `part`: which of several it is.
 */
const keyOf = (name: string, site: SiteId, ...part: readonly string[]): string =>
  `${name}${[site, ...part].join(' ')}`;

const ofSite =
  <Of>(name: string, kind: (key: string) => Of) =>
  (site: SiteId): Of =>
    kind(keyOf(name, site));

const ofModel =
  <Of>(name: string, kind: (key: string) => Of) =>
  (site: SiteId, model: ModelId): Of =>
    kind(keyOf(name, site, model));

const EDITION = 'folder-edition:';

/** Of one site: all of them are dropped when it is given up. */
export const SITE_SETTINGS = {
  /** The choice about keeping each file that was made before its delete, by id, until the delete is carried out. */
  pinsBeforeDelete: ofSite('pins-before-delete ', json),
  /** When some of its files were read again, epoch ms. */
  rehashedAt: ofSite('rehashed-at:', number),
  /** The edition of its folder: see `edition.ts`. */
  edition: ofSite(EDITION, number),
  /** Does its folder tell names apart that differ only in case? `told-apart` or `ignored`: see `folder-case.ts`. */
  folderCase: ofSite('folder-case:', text),
  /** `unseen`: its folder was merged, and not looked at as a whole since. See `seen-since-merge.ts`. */
  sinceMerge: ofSite('since-merge:', text),
  /** `unproven`: its agreements were made with another token. See `unproven.ts`. */
  unproven: ofSite('unproven:', text),
  /** Number of the first whole listing since its agreements were dropped: see `joined.ts`. */
  joinedAt: ofSite('joined-at:', number),
  /** An `EvenClock`, as two or four numbers: see `trash-clock.ts`. */
  trashClock: ofSite('clock-of-trash:', text),
} as const;

/** Of one site, for the next time it is kept: a person who gave it up finds again what they had. */
export const LASTING_SITE_SETTINGS = {
  /** The categories that were chosen, by the address of the service: two may have sites with the same id. */
  keptBefore: (site: SiteId, baseUrl: string) => json(keyOf('kept-before ', site, baseUrl)),
  /** The same as earlier versions noted it. Dropped when the site is given up once more. */
  keptBeforeAnywhere: ofSite('kept-before ', json),
  /** The ids of models that the person named. */
  addedModels: ofSite('models ', json),
  /** The paths of pulled models, which stay in the folder. Dropped when the site begins in one that was never its own. */
  modelsHere: ofSite('models-here ', json),
  /** A `KeptModel`, which counts only while its path is in `modelsHere`. */
  model: ofModel('model ', json),
  /** A `ModelNote`, until the model is taken off the list. */
  modelNote: ofModel('model-note ', json),
  /** The first bytes of a model of which a part is here, until it is whole: see `model-bytes.ts`. */
  modelHead: ofModel('model-ending ', text),
} as const;

/** Is it written by itself, every few minutes or with every sync, and shown on no screen? */
export function isUnseen(key: string): boolean {
  return key === SETTINGS.sitesListedAt.key || key.startsWith(EDITION);
}
