/** Who a token stands for, and the sites it may see. */
export interface Grant {
  /** UUID, written as `uploaded_by`. */
  readonly user: string;
  readonly sites: 'all' | readonly string[];
}

/** The tokens that are valid now. */
export class Tokens {
  readonly #grants: Map<string, Grant>;

  constructor(grants: Readonly<Record<string, Grant>>) {
    this.#grants = new Map(Object.entries(grants));
  }

  /** Adds a token or changes what it may see. */
  add(token: string, grant: Grant): void {
    this.#grants.set(token, grant);
  }

  revoke(token: string): void {
    this.#grants.delete(token);
  }

  find(token: string): Grant | null {
    return this.#grants.get(token) ?? null;
  }
}

export function maySee(grant: Grant, site: string): boolean {
  return grant.sites === 'all' || grant.sites.includes(site);
}

/** The sites a query has to be limited to; null for every site. */
export function visibleSites(grant: Grant): readonly string[] | null {
  return grant.sites === 'all' ? null : grant.sites;
}

/** The token of an Authorization header, or null where it is no bearer token. */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}
