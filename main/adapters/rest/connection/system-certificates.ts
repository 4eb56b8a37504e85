import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** What OpenSSL says of a certificate that it knows no authority of. */
const UNKNOWN_AUTHORITY = /SELF_SIGNED|^UNABLE_TO_(GET_ISSUER|VERIFY)/;

/** When the system's list was read, on a clock that nobody sets; null: it was not needed. */
let readAt: number | null = null;
let isLonger = false;

/**
 * A company's own authority is known to the operating system alone, and so is that of a proxy which looks into what is
 * encrypted; Node brings a list of its own. Reading the system's takes a tenth of a second and more, so that happens once,
 * and only where Node's is not enough. True where what began at `began` and failed with this code may go well now.
 */
export function isTrustedByNow(code: string, began: number): boolean {
  if (!UNKNOWN_AUTHORITY.test(code)) return false;
  if (readAt === null) {
    readAt = performance.now();
    isLonger = trustAsTheSystem();
  }
  return isLonger && began < readAt;
}

function trustAsTheSystem(): boolean {
  try {
    const known = getCACertificates('default');
    const all = new Set([...known, ...getCACertificates('system')]);
    setDefaultCACertificates([...all]);
    return all.size > known.length;
  } catch {
    // A runtime that cannot tell, or a list that holds what is no certificate: Node's own stays.
    return false;
  }
}
