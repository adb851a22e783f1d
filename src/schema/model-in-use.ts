/** A model tier and what answers for it. */
export type ModelInUse = {
  readonly tier: 'small' | 'large';
  readonly key: string;
  readonly provider: string;
};
