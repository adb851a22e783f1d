declare const brand: unique symbol;

/** Type that looks like `Base` but can only be made on purpose, so ids of different things never mix. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
