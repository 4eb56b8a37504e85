/** A run that broke a rule, and how to see it again. */
export interface Found {
  readonly seed: number;
  readonly why: string;
}
