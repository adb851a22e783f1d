/** A stretch of a list that stays stable while rows are added: what comes after an id, not after a count. */
export type PageRequest = { readonly first: number; readonly after: string | null };

export type Page<Item> = { readonly items: readonly Item[]; readonly hasMore: boolean };
