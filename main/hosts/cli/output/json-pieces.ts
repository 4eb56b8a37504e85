/** Items in one piece of text. */
const ITEMS = 500;

/** A JSON array in pieces: hundreds of thousands of items would not fit into one string. */
export function* arrayPieces(items: Iterable<object>): Generator<string> {
  let texts: string[] = [];
  let lead = '[';
  for (const item of items) {
    texts.push(JSON.stringify(item));
    if (texts.length < ITEMS) continue;
    yield `${lead}${texts.join(',')}`;
    texts = [];
    lead = ',';
  }
  yield texts.length === 0 && lead === ',' ? ']' : `${lead}${texts.join(',')}]`;
}
