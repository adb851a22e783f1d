import type { Provider } from './provider.ts';

export type Tier = 'small' | 'large';

/** The two models a session plays with: one that is quick and cheap, one that writes. */
export type ModelTiers = Readonly<Record<Tier, Provider>>;
