declare const brand: unique symbol;

/** A primitive that must not be mixed with others of its kind; made only by its parser. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
