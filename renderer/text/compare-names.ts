import { LOCALE } from './locale.ts';

/** The order of names as people count: without case, `2` before `10`. */
export const compareNames = new Intl.Collator(LOCALE, { numeric: true, sensitivity: 'base' }).compare;
