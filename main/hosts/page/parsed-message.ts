/** A window's message; what is no JSON is no message either, and the connection drops it. */
export function parsedMessage(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
