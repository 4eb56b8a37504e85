import { listQuery, PATHS } from '../../main/adapters/rest/dialect.ts';

/** A service to be looked at: where it is and who asks. */
export interface Target {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly token: string;
  /** The site to look at; the first that is listed where it is null. */
  readonly site: string | null;
}

/** An answer, read whole. */
export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined where the body is no JSON. */
  readonly json: unknown;
}

const LONGEST = 30_000;
/** Rows of a page, as SiteSync asks for them: fewer where more are refused. */
const MOST_ROWS = 500;
const FEWER_ROWS = [100, 20];

/** Asks as plainly as can be; redirects are not followed, so that they can be seen. */
export class Talk {
  readonly target: Target;

  constructor(target: Target) {
    this.target = target;
  }

  /** `path` below the base URL. Without the token where `anonymous`. */
  async ask(method: string, path: string, init: RequestInit = {}, anonymous = false): Promise<Told> {
    const headers = new Headers(init.headers);
    if (!anonymous) headers.set('authorization', `Bearer ${this.target.token}`);
    const response = await fetch(`${this.target.baseUrl}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(LONGEST),
      ...init,
      method,
      headers,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  }

  /** A page of the site's files from `offset` on, as large as the service gives them. */
  async filesFrom(offset: number, site: string): Promise<Told> {
    const page = (limit: number): Promise<Told> =>
      this.ask('GET', `${PATHS.files}?${listQuery(offset, limit, site)}`);
    let told = await page(MOST_ROWS);
    for (const fewer of FEWER_ROWS) if (told.status >= 400) told = await page(fewer);
    return told;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
