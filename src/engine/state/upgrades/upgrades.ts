type Saved = { readonly [key: string]: unknown };

/** By the version they start from: how a snapshot of that version becomes one of the next. */
export type Upgrades = { readonly [version: number]: (saved: Saved) => Saved };

/**
 * One file each, `from-1.ts` and so on, never changed once a snapshot was saved by it. Version 1 is the
 * first, so there is none yet.
 */
export const UPGRADES: Upgrades = {};
