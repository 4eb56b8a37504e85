/**
 * What the page may do: run its own files, talk to its own host, show pictures it was given. Styles set by script go
 * through the CSSOM, which no policy limits; the style elements of react-aria carry the nonce, which it reads from
 * `<meta property="csp-nonce">`.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    // WebAssembly reads IFC models; it needs no eval of script.
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "media-src 'self'",
    "font-src 'self'",
    // The textures of a glTF model are read through blob addresses that the page makes itself.
    "connect-src 'self' blob:",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Scripts of workers: WebAssembly and their own host, nothing else. */
export const SCRIPT_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Files of a site are looked at, never run: an opaque origin without scripts, forms, frames or links to elsewhere. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
} as const;
