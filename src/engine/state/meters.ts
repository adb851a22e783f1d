import { findMeterStart } from '#engine/rules/attempt-consequences.ts';
import type { CharacterId } from './ids.ts';
import type { Character } from './record.ts';
import type { Snapshot } from './snapshot.ts';
import type { StateRules } from './state-rules.ts';
import { isKnownToPersona } from './visibility.ts';

/** A meter of a character: a number of the stat block that the ruleset declares. */
export type MeterValue = {
  readonly name: string;
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
};

type Rules = Pick<StateRules, 'mechanics' | 'srd5e'>;
type Sheet = Pick<Character, 'stats'>;

/** Lists the meters of a character in the ruleset's order. Empty for a character without a stat block. */
export function listMeters({ stats }: Sheet, { mechanics }: Pick<Rules, 'mechanics'>): readonly MeterValue[] {
  if (Object.keys(stats).length === 0) return [];
  return Object.entries(mechanics.meters).map(([name, meter]) => {
    const value = stats[name];
    const { min, max } = meter;
    return {
      name,
      label: meter.name,
      value: typeof value === 'number' ? value : findMeterStart(meter),
      min,
      max,
    };
  });
}

type CharacterMoney = { readonly name: string; readonly amount: number };

/** Returns the money a stat block keeps; null where it keeps none. */
export function readMoney({ stats }: Sheet, rules: Rules): CharacterMoney | null {
  const money = findMoney(rules);
  const amount = money === null ? null : readNumber(stats, money.path);
  return money === null || amount === null ? null : { name: money.name, amount };
}

/** Returns a character with the given amount of money. Unchanged where the stat block keeps none. */
export function withMoney(character: Character, amount: number, rules: Rules): Character {
  const { stats } = character;
  const money = findMoney(rules);
  if (money === null || readNumber(stats, money.path) === null) return character;
  const [first, second] = money.path;
  const value = second === undefined ? amount : { ...toObject(stats[first]), [second]: amount };
  return { ...character, stats: { ...stats, [first]: value } };
}

/** Tells whether the stat blocks of a ruleset keep money. */
export function hasMoney(rules: Rules): boolean {
  return findMoney(rules) !== null;
}

type Purse = {
  readonly name: string;
  readonly amount: number;
  /** Tells whether a persona knows how much is in it; accounts are kept by the game master. */
  readonly isKnownTo: (personaId: CharacterId) => boolean;
  /** The operation that takes a payment out of it. */
  readonly pay: (amount: number, reason: string) => object;
};

/** Finds the resource or the account that the author made the players' purse, where the ruleset's sheets keep no money. */
export function findPurse(
  { resources, economy }: Pick<Snapshot, 'resources' | 'economy'>,
  rules: Rules,
): Purse | null {
  if (hasMoney(rules)) return null;
  const store = Object.values(resources).find(({ purse }) => purse);
  if (store !== undefined) {
    const { id: resourceId, name, amount } = store;
    return {
      name,
      amount,
      isKnownTo: (personaId) => isKnownToPersona(store, personaId),
      pay: (by) => ({ op: 'adjust_resource', resourceId, by: -by }),
    };
  }
  const [accountId, account] = Object.entries(economy.accounts).find(([, { purse }]) => purse) ?? [];
  if (account === undefined) return null;
  const { name, balance } = account;
  return {
    name,
    amount: balance,
    isKnownTo: () => false,
    pay: (amount, reason) => ({ op: 'record_economy', accountId, amount: -amount, reason }),
  };
}

type MoneyField = { readonly path: readonly [string, string?]; readonly name: string };

/** Finds where stat blocks of a ruleset keep money, with the players' name for it. */
function findMoney({ mechanics, srd5e }: Rules): MoneyField | null {
  if (srd5e) return { path: ['resources', 'gold'], name: 'gold' };
  const declared = Object.entries(mechanics.meters).find(([, { money }]) => money);
  return declared === undefined ? null : { path: [declared[0]], name: declared[1].name.toLowerCase() };
}

function readNumber(stats: object, path: MoneyField['path']): number | null {
  let value: unknown = stats;
  for (const step of path) if (step !== undefined) value = toObject(value)[step];
  return typeof value === 'number' ? value : null;
}

function toObject(value: unknown): Readonly<Record<string, never>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as never) : {};
}
