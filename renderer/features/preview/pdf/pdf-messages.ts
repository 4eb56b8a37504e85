/** Why a picture is left out of a page: it has too many pixels, or they cannot be read. */
export type LeftOut = 'tooLarge' | 'undecoded';

/** What the worker tells beside what the library in it says to its other half. */
export interface FromPdf {
  readonly leftOut?: LeftOut;
}
