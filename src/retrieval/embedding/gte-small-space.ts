/** Kept apart from the model itself, so that naming its vectors does not load a neural network into the main thread. */
export const GTE_SMALL = { model: 'gte-small/int8', dimension: 384 } as const;
