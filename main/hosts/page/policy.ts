/**
 * What the page may do: run its own files, talk to its own host, show pictures that it was given. Styles set by scripts
 * use the CSSOM, which no policy limits. The style elements of react-aria carry the nonce, which it reads from `<meta
 * property="csp-nonce">`.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    // WebAssembly reads IFC models. This does not allow `eval`.
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "media-src 'self'",
    "font-src 'self'",
    // The page makes blob addresses for the textures of a glTF model.
    "connect-src 'self' blob:",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** For the scripts of workers: WebAssembly and their own host, nothing else. */
export const SCRIPT_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/**
 * For the files of a site, which are shown and never run: an opaque origin without scripts, forms, frames or outside
 * links.
 */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
} as const;
