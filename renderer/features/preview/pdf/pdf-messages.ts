/** What is left out of a page: a picture that has too many pixels, or whose pixels cannot be read; or anything unreadable. */
export type LeftOut = 'tooLarge' | 'undecoded' | 'unread';

/** What the worker tells beside what the library in it says to its other half. */
export interface FromPdf {
  readonly leftOut?: LeftOut;
}
