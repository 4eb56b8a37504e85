import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** OpenSSL's errors for a certificate of an unknown authority. */
const UNKNOWN_AUTHORITY = /SELF_SIGNED|^UNABLE_TO_(GET_ISSUER|VERIFY)/;

/** When the system's list was read, by a clock that nobody sets; null: not yet. */
let readAt: number | null = null;
let isLonger = false;

/**
 * Only the operating system knows a company's own authority, or that of a proxy which looks into encrypted traffic;
 * Node has a list of its own. Reading the system's list takes a tenth of a second and more, so that is done once, and
 * only if Node's is not enough. True if what began at `began` and failed with this code may work now.
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
    // The runtime cannot read the list, or the list is broken: Node's own stays.
    return false;
  }
}
