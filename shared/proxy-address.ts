/** The address of a proxy in two parts. */
export interface ProxyParts {
  /** Without the password, as `http://mila@proxy.example:8080`. */
  readonly address: string;
  /** As it was typed; null if there is none. */
  readonly password: string | null;
}

const SIGN_IN = /^((?:[a-z][a-z0-9+.-]*:\/\/)?[^:@/]*)(?::(.+))?@([^@]*)$/is;

/** Does the address name a person? Only then the proxy may ask for a password. */
export function namesPerson(address: string): boolean {
  return SIGN_IN.test(address);
}

/** Takes the password out of an address as a person types it: with or without `http://`. */
export function proxyParts(typed: string): ProxyParts {
  const [, user, password = null, place] = SIGN_IN.exec(typed) ?? [];
  return password === null ? { address: typed, password: null } : { address: `${user}@${place}`, password };
}

/** The address as it was typed. One that names no person is left as it is. */
export function wholeProxy({ address, password }: ProxyParts): string {
  const [, user, , place] = SIGN_IN.exec(address) ?? [];
  return password === null || user === undefined ? address : `${user}:${password}@${place}`;
}
