/** A piece of a long text, and where the next one begins; null: it was the last. */
interface Piece {
  readonly text: string;
  readonly next: number | null;
}

/** All of a text that the engine hands over in pieces; the first is asked for with null. */
export async function allPieces(ask: (at: number | null) => Promise<Piece>): Promise<readonly Blob[]> {
  // A blob is the browser's to hold: a gigabyte of text would not fit the heap of a page.
  const texts: Blob[] = [];
  let at: number | null = null;
  do {
    const piece: Piece = await ask(at);
    texts.push(new Blob([piece.text]));
    at = piece.next;
  } while (at !== null);
  return texts;
}
