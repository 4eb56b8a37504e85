import { TESTS, type Mutant } from './mutant.ts';

const USERS = 'test/hosts/web-users.test.ts';
const ATTACKS = 'test/hosts/web-attacks.test.ts';

/** The design's section 1: the web host is for its own page, of its own user. Rule 14: the token is for its origin. */
export const ACCESS_MUTANTS: readonly Mutant[] = [
  {
    rule: 0,
    off: "requests of another user's connection are refused",
    file: 'main/hosts/web/answer.ts',
    from: 'if (!isOurs(request, port) || (await isOtherUser(request.socket)))',
    to: 'if (!isOurs(request, port))',
    tests: [USERS],
  },
  {
    rule: 0,
    off: "a bridge of another user's connection is refused",
    file: 'main/hosts/web/serve.ts',
    from: '!isOurs(request, port) || (await isOtherUser(request.socket)))',
    to: '!isOurs(request, port))',
    tests: [USERS],
  },
  {
    rule: 0,
    off: 'whose a connection is is looked up once',
    file: 'main/hosts/web/peer-user.ts',
    from: 'found.get(socket) ?? lookUp(socket);',
    to: 'lookUp(socket);',
    tests: [USERS],
  },
  {
    rule: 0,
    off: 'a secret without the cookie opens nothing',
    file: 'main/hosts/web/access-control.ts',
    from: 'session !== null && this.#sessions.has(digest(session)) && isSame(',
    to: 'isSame(',
    tests: [ATTACKS],
  },
  {
    rule: 0,
    off: 'the cookie alone uploads nothing',
    file: 'main/hosts/web/answer.ts',
    from: "access.admits(request, port, 'page', bearerOf(request));",
    to: "access.admits(request, port, 'page', access.secrets.page);",
    tests: [ATTACKS],
  },
  {
    rule: 0,
    off: 'the cookie alone reads no content',
    file: 'main/hosts/web/answer.ts',
    from: "access.admits(request, port, 'content', secret)",
    to: "access.admits(request, port, 'content', access.secrets.content)",
    tests: [ATTACKS],
  },
  {
    rule: 0,
    off: 'the cookie alone opens no bridge',
    file: 'main/hosts/web/serve.ts',
    from: "protocol === BRIDGE_PROTOCOL && access.admits(request, port, 'page', secret);",
    to: "access.admits(request, port, 'page', access.secrets.page);",
    tests: [ATTACKS],
  },
  {
    rule: 0,
    off: 'the key of content opens nothing else',
    file: 'main/hosts/web/access-control.ts',
    from: 'isSame(secret, this.secrets[what])',
    to: 'Object.values(this.secrets).some((each) => isSame(secret, each))',
    tests: [ATTACKS],
  },
  {
    rule: 14,
    off: 'the token stays at its origin',
    file: 'main/adapters/rest/client.ts',
    from: 'trusted &&= url.origin === this.#origin;',
    to: 'trusted &&= url.origin !== "";',
    tests: [TESTS.token],
  },
  {
    rule: 14,
    off: 'a write follows no redirect',
    file: 'main/adapters/rest/redirects.ts',
    from: "if (this.#rule === 'never' || (this.#rule === 'same-origin' && !sameOrigin)) {",
    to: "if (this.#rule === 'same-origin' && !sameOrigin) {",
    tests: [TESTS.token],
  },
  {
    rule: 14,
    off: 'no plain http to another machine',
    file: 'main/adapters/rest/base-url.ts',
    from: "if (url.protocol === 'https:' || allowInsecure || isLoopback(url.hostname)) return null;",
    to: "if (url.protocol !== 'ftp:' || allowInsecure || isLoopback(url.hostname)) return null;",
    tests: [TESTS.token, TESTS.baseUrl],
  },
  {
    rule: 14,
    off: 'the token is taken out of what is said',
    file: 'main/adapters/rest/secrecy.ts',
    from: 'const hidden = plain.replaceAll(token, HIDDEN);',
    to: 'const hidden = plain;',
    tests: [TESTS.token],
  },
];
