/** Can the token stand in an HTTP header as it is? */
export function isUsableToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}
