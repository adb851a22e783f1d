import type { Mechanics } from '#engine/rules/mechanics.ts';

/** What a ruleset decides about memory: how fast it fades, and from which likeness on two observations are one. */
export type MemoryPolicy = Readonly<Mechanics['memory']>;
