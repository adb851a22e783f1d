/** A pack exactly as it was when the campaign began. */
export type PinnedPack = { readonly id: string; readonly version: string; readonly hash: string };
