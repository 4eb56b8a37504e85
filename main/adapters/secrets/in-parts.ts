import type { Keytar } from './keychain.ts';

/** Windows refuses entries of more than 2560 bytes. This many characters take no more in UTF-8. */
const MOST = 640;
/** The text of an entry whose secret lies in several others; their number follows. */
const IN_PARTS = 'SiteSync keeps this in parts: ';

/**
 * A keychain for secrets of any length, since some services have long tokens. A secret that is too long for one entry
 * lies in several, numbered after the account's name. If one is missing, there is no secret.
 */
export function inParts(keytar: Keytar): Keytar {
  const partOf = (account: string, number: number): string => `${account} (part ${number})`;

  async function dropParts(service: string, account: string): Promise<void> {
    const count = countOf(await keytar.getPassword(service, account));
    for (let number = 1; number <= count; number++)
      await keytar.deletePassword(service, partOf(account, number));
  }

  return {
    getPassword: async (service, account) => {
      const text = await keytar.getPassword(service, account);
      const count = countOf(text);
      if (count === 0) return text;
      let whole = '';
      for (let number = 1; number <= count; number++) {
        const part = await keytar.getPassword(service, partOf(account, number));
        if (part === null) return null;
        whole += part;
      }
      return whole;
    },
    setPassword: async (service, account, secret) => {
      await dropParts(service, account);
      const characters = Array.from(secret);
      if (characters.length <= MOST && !secret.startsWith(IN_PARTS))
        return keytar.setPassword(service, account, secret);
      const count = Math.ceil(characters.length / MOST);
      for (let number = 1; number <= count; number++) {
        const part = characters.slice((number - 1) * MOST, number * MOST).join('');
        await keytar.setPassword(service, partOf(account, number), part);
      }
      await keytar.setPassword(service, account, `${IN_PARTS}${count}`);
    },
    deletePassword: async (service, account) => {
      await dropParts(service, account);
      return keytar.deletePassword(service, account);
    },
  };
}

/** The number of parts that an entry names; 0 if the text is the secret itself. */
function countOf(text: string | null): number {
  const count = text?.startsWith(IN_PARTS) === true ? Number(text.slice(IN_PARTS.length)) : 0;
  return Number.isSafeInteger(count) ? count : 0;
}
