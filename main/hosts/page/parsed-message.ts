/** The message of a window. Null, which the connection drops, if it is not JSON. */
export function parsedMessage(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
