export type ArmorRow = {
  readonly kind: 'light' | 'medium' | 'heavy';
  readonly base: number;
  readonly strengthRequired?: number;
  readonly stealthDisadvantage?: true;
};

export const ARMOR_TABLE = {
  padded: { kind: 'light', base: 11, stealthDisadvantage: true },
  leather: { kind: 'light', base: 11 },
  studded_leather: { kind: 'light', base: 12 },
  hide: { kind: 'medium', base: 12 },
  chain_shirt: { kind: 'medium', base: 13 },
  scale_mail: { kind: 'medium', base: 14, stealthDisadvantage: true },
  breastplate: { kind: 'medium', base: 14 },
  half_plate: { kind: 'medium', base: 15, stealthDisadvantage: true },
  ring_mail: { kind: 'heavy', base: 14, stealthDisadvantage: true },
  chain_mail: { kind: 'heavy', base: 16, strengthRequired: 13, stealthDisadvantage: true },
  splint: { kind: 'heavy', base: 17, strengthRequired: 15, stealthDisadvantage: true },
  plate: { kind: 'heavy', base: 18, strengthRequired: 15, stealthDisadvantage: true },
} as const satisfies Record<string, ArmorRow>;

export type ArmorName = keyof typeof ARMOR_TABLE;
