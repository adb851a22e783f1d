import type { Srd5eAbility } from '../srd5e-ability.ts';
import type { Srd5eConditionName } from '../srd5e-condition.ts';

type Pull = 'advantage' | 'disadvantage';

/** What a condition does to whoever has it. A field left out means the condition does not touch that matter. */
export type ConditionEffects = {
  /** Can take neither actions nor reactions, and cannot concentrate. */
  readonly incapacitates?: true;
  readonly speedBecomesZero?: true;
  readonly silences?: true;
  readonly ownAttacks?: Pull;
  /** `by_distance`: advantage from within 5 feet, disadvantage from farther off. */
  readonly attacksAgainst?: Pull | 'by_distance';
  readonly closeHitsAreCritical?: true;
  readonly abilityChecks?: Pull;
  readonly checksThatFail?: 'sight' | 'hearing';
  readonly savesThatFail?: readonly Srd5eAbility[];
  readonly saves?: { readonly ability: Srd5eAbility; readonly pull: Pull };
  /** Hinders attacks and checks only while the source can be seen. */
  readonly onlyWhileSourceInSight?: true;
  readonly resistsAllDamage?: true;
  readonly preventsPoison?: true;
};

const HELPLESS = {
  incapacitates: true,
  speedBecomesZero: true,
  attacksAgainst: 'advantage',
  savesThatFail: ['strength', 'dexterity'],
} as const;

export const CONDITION_EFFECTS: Readonly<Record<Srd5eConditionName, ConditionEffects>> = {
  blinded: { ownAttacks: 'disadvantage', attacksAgainst: 'advantage', checksThatFail: 'sight' },
  charmed: {},
  deafened: { checksThatFail: 'hearing' },
  frightened: { ownAttacks: 'disadvantage', abilityChecks: 'disadvantage', onlyWhileSourceInSight: true },
  grappled: { speedBecomesZero: true },
  incapacitated: { incapacitates: true },
  invisible: { ownAttacks: 'advantage', attacksAgainst: 'disadvantage' },
  paralyzed: { ...HELPLESS, silences: true, closeHitsAreCritical: true },
  petrified: { ...HELPLESS, silences: true, resistsAllDamage: true, preventsPoison: true },
  poisoned: { ownAttacks: 'disadvantage', abilityChecks: 'disadvantage' },
  prone: { ownAttacks: 'disadvantage', attacksAgainst: 'by_distance' },
  restrained: {
    speedBecomesZero: true,
    ownAttacks: 'disadvantage',
    attacksAgainst: 'advantage',
    saves: { ability: 'dexterity', pull: 'disadvantage' },
  },
  stunned: HELPLESS,
  unconscious: { ...HELPLESS, silences: true, closeHitsAreCritical: true },
};
